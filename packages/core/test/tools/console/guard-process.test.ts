import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { FwProcess } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

const application = (files: Readonly<Record<string, string>> = {}) =>
  temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/mistakes.ts': `import { Command, Get, McpTool } from '@fw/core'
import { setTimeout as sleep } from 'node:timers/promises'

class Database {
  close() { console.error('database closed') }
}

async function sendMail() {
  await sleep(1)
  throw new Error('no mail server')
}

export class Mistakes {
  constructor(readonly database: Database) {}

  @Get('/forgets') @McpTool('forget', 'Forgets to await.') forgets() {
    sendMail()
    return 'sent'
  }

  @Get('/crashes') crashes() {
    setTimeout(() => { throw new Error('in a timer') }, 1)
    return 'soon'
  }

  @Get('/slow') async slow() {
    console.error('slow begins')
    await sleep(700)
    return 'slow'
  }

  @Command('work') async work(signal: AbortSignal) {
    sendMail()
    console.error('working')
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    console.error('stopped by', signal.reason)
  }

  @Command('report') async report() {
    sendMail()
    await sleep(60_000)
  }
}
`,
    ...files,
  })

const anyPort = { PORT: '0', HOST: '127.0.0.1' }

function loggedErrors({ stderr }: FwProcess): { message: string; error: { stack: string } }[] {
  const lines = stderr.split('\n').filter((line) => line.startsWith('{"level":"error"'))
  return lines.map((line) => JSON.parse(line))
}

const floating = {
  message: 'A promise was rejected without a handler.',
  error: {
    type: 'Error',
    message: 'no mail server',
    stack: expect.stringMatching(
      /^Error: no mail server\n +at sendMail \(.*src\/mistakes\.ts:10:9\)/,
    ),
  },
}

describe('an unhandled rejection', () => {
  test('is logged by fw serve, which continues', async () => {
    const fw = new FwProcess(application(), ['serve'], anyPort)
    const address = await fw.address()

    for (let time = 1; time <= 3; time += 1) {
      expect(await (await fetch(`${address}/forgets`)).json()).toBe('sent')
      await expect.poll(() => loggedErrors(fw)).toHaveLength(time)
    }

    expect(loggedErrors(fw)).toMatchObject([floating, floating, floating])
    fw.child.kill('SIGTERM')
    expect(await fw.exit).toBe(0)
  })

  test('is logged by fw mcp:serve, which continues', async () => {
    const fw = new FwProcess(application(), ['mcp:serve'])
    const params = { name: 'forget', arguments: {} }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }

    for (let time = 1; time <= 2; time += 1) {
      fw.child.stdin.write(`${JSON.stringify(call)}\n`)
      await expect.poll(() => loggedErrors(fw)).toHaveLength(time)
    }

    expect(loggedErrors(fw)).toMatchObject([floating, floating])
    fw.child.stdin.end()
    expect(await fw.exit).toBe(0)
    expect(fw.stdout.trim().split('\n')).toHaveLength(2)
  })

  test('is logged by a command that takes an AbortSignal; any other ends, as in Node.js', async () => {
    const root = application()
    const work = new FwProcess(root, ['work'])
    await work.printed(/without a handler/)
    work.child.kill('SIGTERM')
    expect(await work.exit).toBe(0)

    const report = new FwProcess(root, ['report'])
    expect(await report.exit).toBe(1)
    expect(report.stderr).toContain('Error: no mail server')
  })

  test('is left to a listener of the application', async () => {
    const root = application({
      'src/bootstrap.ts': `export default () => {
  process.on('unhandledRejection', (error) => console.error('mine:', error.message))
}
`,
    })
    const fw = new FwProcess(root, ['serve'], anyPort)
    await fetch(`${await fw.address()}/forgets`)
    await fw.printed(/mine: no mail server/)
    expect(loggedErrors(fw)).toEqual([])
  })
})

describe('an uncaught exception', () => {
  test('lets requests in flight finish and disposes of services, and the exit code is 1', async () => {
    const fw = new FwProcess(application(), ['serve'], anyPort)
    const address = await fw.address()
    const slow = fetch(`${address}/slow`)
    await fw.printed(/slow begins/)

    await fetch(`${address}/crashes`)

    expect(await (await slow).json()).toBe('slow')
    expect(await fw.exit).toBe(1)
    expect(fw.stderr).toMatch(/database closed\n$/)
    expect(loggedErrors(fw)).toMatchObject([
      {
        message: 'An exception was not caught. The process ends.',
        error: { stack: expect.stringMatching(/^Error: in a timer\n.*src\/mistakes\.ts:22:30/) },
      },
    ])
  })

  test('is left to a listener that the application adds later', async () => {
    const root = application({
      'src/listens.ts': `import { Get } from '@fw/core'
export class Listens {
  @Get('/listen') listen() {
    process.on('uncaughtException', (error) => console.error('mine:', error.message))
  }
}
`,
    })
    const fw = new FwProcess(root, ['serve'], anyPort)
    const address = await fw.address()
    await fetch(`${address}/listen`)
    await fetch(`${address}/crashes`)
    await fw.printed(/mine: in a timer/)
    expect((await fetch(`${address}/forgets`)).status).toBe(200)
    expect(fw.stderr).not.toContain('was not caught')
  })
})

describe('the end of', () => {
  test.for([
    ['npx fw serve', ['fw', 'serve', '--host=127.0.0.1', '--port=0']],
    ['npx fw dev', ['fw', 'dev', '--host=127.0.0.1', '--port=0']],
    ['npm run serve', ['run', 'serve']],
    ['npm run dev', ['run', 'dev']],
  ] as const)('%s ends the server', async ([name, words]) => {
    const root = application({
      'package.json': JSON.stringify({
        type: 'module',
        scripts: {
          serve: 'FW_ANY=1 fw serve --host=127.0.0.1 --port=0',
          dev: 'fw dev --host=127.0.0.1 --port=0',
        },
      }),
    })
    const npx = spawn(name.slice(0, 3), words, { cwd: root })
    let output = ''
    npx.stdout.on('data', (text) => (output += String(text)))
    onTestFinished(() => void npx.kill('SIGKILL'))
    await expect.poll(() => output).toContain('Listening on')
    const [address = ''] = /http:\S+/.exec(output) ?? []
    expect((await fetch(`${address}/forgets`)).status).toBe(200)

    npx.kill('SIGTERM')
    await once(npx, 'exit')

    await expect
      .poll(() =>
        fetch(address).then(
          () => 'answers',
          () => 'is gone',
        ),
      )
      .toBe('is gone')
  })

  test('fw dev ends the server, even if it is killed', async () => {
    const fw = new FwProcess(application(), ['dev', '--host=127.0.0.1', '--port=0'])
    const address = await fw.address()

    fw.child.kill('SIGKILL')

    await expect
      .poll(() =>
        fetch(address).then(
          () => 'answers',
          () => 'is gone',
        ),
      )
      .toBe('is gone')
  })
})
