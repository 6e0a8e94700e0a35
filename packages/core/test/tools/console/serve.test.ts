import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RawClient } from '../../http/adapters/raw-client.ts'
import { FwProcess, runFw } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

const application = (files: Readonly<Record<string, string>> = {}) =>
  temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/slow.ts': `import { Get, Post, Query, type int } from '@fw/core'
import { setTimeout } from 'node:timers/promises'
class Database {
  close() { console.log('database closed') }
}
export class Slow {
  constructor(private readonly database: Database) {}
  @Get('/slow') async slow(@Query() milliseconds: int = 0) {
    console.log('request taken')
    await setTimeout(milliseconds)
    return { waited: milliseconds, open: this.database instanceof Database }
  }
  @Post('/reads') async reads(request: Request) {
    console.log('request taken')
    return { text: await request.text(), open: this.database instanceof Database }
  }
}
`,
    ...files,
  })

const anyPort = { PORT: '0', HOST: '127.0.0.1' }
/** Time limits after which nothing ends during a test. */
const patient = { ...anyPort, FW_SHUTDOWN_SECONDS: '600', FW_KEEP_ALIVE_SECONDS: '600' }

describe('fw serve', () => {
  test('listens on HOST and PORT, and prints the address', async () => {
    const fw = new FwProcess(application({ '.env': 'PORT=0\nHOST=127.0.0.1\n' }), ['serve'])

    const address = await fw.address()

    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await (await fetch(`${address}/slow`)).json()).toEqual({ waited: 0, open: true })
  })

  test('listens on every interface otherwise; options take precedence over PORT', async () => {
    const fw = new FwProcess(application(), ['serve', '--port', '0'], { PORT: '1', HOST: '' })

    const [, address] = await fw.printed(
      /^Listening on (http:\/\/localhost:\d+) \(0\.0\.0\.0:\d+\)\n/,
    )

    expect((await fetch(`${address}/slow`)).status).toBe(200)
  })

  test('keeps idle connections for FW_KEEP_ALIVE_SECONDS', async () => {
    const fw = new FwProcess(application(), ['serve'], { ...anyPort, FW_KEEP_ALIVE_SECONDS: '65' })

    const response = await fetch(`${await fw.address()}/slow`)

    expect(response.headers.get('keep-alive')).toBe('timeout=65')
  })

  test.each(['FW_HEADERS_TIMEOUT', 'FW_REQUEST_TIMEOUT'])(
    'waits for a request as long as %s says',
    async (setting) => {
      const fw = new FwProcess(application(), ['serve'], { ...anyPort, [setting]: '200ms' })
      const client = await RawClient.connect(Number(new URL(await fw.address()).port))
      client.send('GET /slow HTTP/1.1\r\nHost: local')
      expect(await client.untilClosed()).toMatch(/^HTTP\/1\.1 408 .*took too long/s)
    },
  )

  const around = `import { createApp } from '@fw/core'
const { kernel, container } = await createApp(new URL('..', import.meta.url))
export default {
  fetch: async (request: Request) => request.url.endsWith('/health') ? new Response('ok') : kernel.fetch(request),
  [Symbol.asyncDispose]: () => container[Symbol.asyncDispose](),
}
`

  test.each(['serve', 'dev'])(
    'fw %s takes a module in the place of the application',
    async (command) => {
      const root = application({ 'src/server.ts': around })
      const fw = new FwProcess(root, [command, '--host=127.0.0.1', '--port', '0', 'src/server.ts'])
      const address = await fw.address()

      expect(await (await fetch(`${address}/health`)).text()).toBe('ok')
      expect((await fetch(`${address}/slow`)).status).toBe(200)

      fw.child.kill('SIGTERM')
      expect(await fw.exit).toBe(0)
      expect(fw.stdout).toMatch(/request taken\ndatabase closed\n$/)
    },
  )

  test('reports what is missing in a module', async () => {
    const root = application({ 'src/server.ts': 'export const fetch = () => new Response()\n' })
    const remedy = 'Write: export default { fetch(request: Request): Response { … } }\n'

    expect(await runFw(root, ['serve', 'src/server.ts'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `NothingToServe: src/server.ts has no default export with a method fetch. ${remedy}`,
    })
    expect((await runFw(root, ['serve', 'src/gone.ts'])).stderr).toBe(
      'NothingToServe: src/gone.ts does not exist. Check the path.\n',
    )
    expect((await runFw(root, ['serve', 'src/server.ts', 'another'])).code).toBe(2)
  })

  test('reports the process that uses the port, and the next free port', async () => {
    const root = application()
    const first = new FwProcess(root, ['serve'], anyPort)
    const { port: taken } = new URL(await first.address())
    const port = Number(taken)
    const next = createServer().listen(port + 1, '127.0.0.1')
    // Whoever listens there, it is not free.
    await once(next, 'listening').catch(() => {})

    const fw = new FwProcess(root, ['serve', `--port=${port}`, '--host=127.0.0.1'])

    expect(await fw.exit).toBe(1)
    const isLinux = process.platform === 'linux'
    const holder = isLinux ? `Process ${first.child.pid} (node in ${root})` : 'Another process'
    const [, free = ''] = / --port (\d+),/.exec(fw.stderr) ?? []
    expect(fw.stderr).toContain(
      `AddressTaken: ${holder} is already listening on 127.0.0.1:${port}. Stop it, or choose another ` +
        `port: --port ${free}, or PORT=${free} in .env or the environment.`,
    )
    expect(Number(free)).toBeGreaterThan(port + 1)
    const freed = createServer().listen(Number(free), '127.0.0.1')
    await once(freed, 'listening')
    for (const server of [next, freed]) server.close()
  })

  test.for([
    ['serve', '--host=203.0.113.9', 'This machine has no address "203.0.113.9". Choose another'],
    ['dev', '--host=203.0.113.9', 'This machine has no address "203.0.113.9". Choose another'],
    [
      'serve',
      '--port=80',
      'This user may not listen on port 80. Choose another from 1024 to 65535:',
    ],
  ] as const)('fw %s %s fails with the remedy', async ([command, word, told]) => {
    // A privileged user drops those rights just before.
    const bootstrap = `import net from 'node:net'
export default () => {
  net.BoundSocket = class extends net.BoundSocket {
    constructor(options) {
      if (process.getuid() === 0) process.setuid(65534)
      super(options)
    }
  }
}`
    const files = word === '--port=80' && { 'src/bootstrap.ts': bootstrap }
    const { code, stderr } = await runFw(application({ ...files }), [command, word])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`UnusableAddress: ${told}`),
    })
  })
})

test.for([
  ['serve', '--port=70000'],
  ['serve', '--port=-1'],
  ['serve', '--workers=2', '--port=70000'],
  ['dev', '--port=70000'],
  ['mcp:dev', '--port=70000'],
])('fw %s with the option %s and an invalid port exits with 2', async (words) => {
  expect(await runFw(application(), words)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      `${words[0]}: --port: must be a port from 0 to 65535; 0 chooses a free one.`,
    ),
  })
})

test.for(['serve', 'dev'])('fw %s refuses a PORT that is no port', async (command) => {
  expect(await runFw(application(), [command], { PORT: '70000' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('UnusableAddress: 70000 is not a port. Set PORT to a number'),
  })
})

describe('on SIGTERM, SIGINT or SIGHUP', () => {
  test.for(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'fw serve finishes what is in flight, ends its services, and exits with 0: %s',
    async (signal) => {
      const fw = new FwProcess(application(), ['serve'], patient)
      const address = await fw.address()
      const client = await RawClient.connect(Number(new URL(address).port))
      client.send('POST /reads HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na')
      await fw.printed(/request taken/)

      fw.child.kill(signal)
      const connect = () =>
        fetch(address).then(
          () => 'accepted',
          () => 'refused',
        )
      await expect.poll(connect).toBe('refused')

      client.send('b')
      expect(await client.untilClosed()).toContain('{"text":"ab","open":true}')
      expect(await fw.exit).toBe(0)
      expect(fw.stdout).toMatch(/request taken\ndatabase closed\n$/)
    },
  )

  test('the compile cache is kept even if the process is killed', async () => {
    const root = application()
    const cache = join(root, 'cache')
    const fw = new FwProcess(root, ['serve'], { ...anyPort, NODE_COMPILE_CACHE: cache })
    await fw.address()

    fw.child.kill('SIGKILL')

    expect(await fw.exit).toBe('SIGKILL')
    expect(readdirSync(cache, { recursive: true }).length).toBeGreaterThan(100)
  })

  test('creates no compile cache, unlike other commands', async () => {
    const root = application({ 'tmp/.gitkeep': '' })
    const env = { ...anyPort, TMPDIR: join(root, 'tmp') }
    const fw = new FwProcess(root, ['serve'], env)
    await fw.address()
    await fw.stop()

    expect(readdirSync(env.TMPDIR)).not.toContain('node-compile-cache')
    await runFw(root, ['routes'], env)
    expect(readdirSync(env.TMPDIR)).toContain('node-compile-cache')
  })

  test('an idle keep-alive connection does not delay the shutdown', async () => {
    const fw = new FwProcess(application(), ['serve'], patient)
    const address = await fw.address()
    await (await fetch(`${address}/slow`)).json()

    fw.child.kill('SIGTERM')

    expect(await fw.exit).toBe(0)
  })

  test('a request that takes too long is aborted, and services are still disposed', async () => {
    const fw = new FwProcess(application(), ['serve'], { ...anyPort, FW_SHUTDOWN_SECONDS: '8' })
    const address = await fw.address()
    const slow = fetch(`${address}/slow?milliseconds=60000`)
    slow.catch(() => {})
    await fw.printed(/request taken/)

    fw.child.kill('SIGTERM')

    await expect(slow).rejects.toThrow('fetch failed')
    expect(await fw.exit).toBe(0)
    expect(fw.stdout).toContain('database closed')
  })

  test('a service that does not end delays the shutdown no longer than the limit', async () => {
    const root = application({
      'src/stuck.ts': `import { Get } from '@fw/core'
class Stuck {
  async close() { await new Promise((resolve) => setTimeout(resolve, 60_000)) }
}
export class NeedsStuck {
  constructor(readonly stuck: Stuck) {}
  @Get('/stuck') get() { return {} }
}
`,
    })
    const fw = new FwProcess(root, ['serve'], { ...anyPort, FW_SHUTDOWN_SECONDS: '0.5' })
    await (await fetch(`${await fw.address()}/stuck`)).json()

    fw.child.kill('SIGTERM')

    expect(await fw.exit).toBe(1)
    expect(fw.stderr).toBe(
      'The shutdown took longer than 0.5 s. To allow more time, set FW_SHUTDOWN_SECONDS.\n',
    )
  })

  test('a second signal ends the process immediately', async () => {
    const fw = new FwProcess(application(), ['serve'], anyPort)
    const slow = fetch(`${await fw.address()}/slow?milliseconds=20000`)
    slow.catch(() => {})
    await fw.printed(/request taken/)

    fw.child.kill('SIGTERM')
    // On a busy machine two signals may arrive so close together that they count as one.
    const again = setInterval(() => fw.child.kill('SIGTERM'), 400)

    expect(await fw.exit).toBe(143)
    clearInterval(again)
    await expect(slow).rejects.toThrow('fetch failed')
  })

  test.for(['SIGTERM', 'SIGHUP'] as const)(
    'the AbortSignal of a command is aborted: %s',
    async (signal) => {
      const root = application({
        'src/worker.ts': `import { Command } from '@fw/core'
export class Worker {
  @Command('work') async work(signal: AbortSignal) {
    const timer = setInterval(() => {}, 1000)
    console.log('working')
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    clearInterval(timer)
    console.log('stopped by', signal.reason)
    return 4
  }
}
`,
      })
      const fw = new FwProcess(root, ['work'])
      await fw.printed(/working/)

      fw.child.kill(signal)

      expect(await fw.exit).toBe(4)
      expect(fw.stdout).toBe(`working\nstopped by ${signal}\n`)
    },
  )
})

test('a limit beyond that of timers lets requests finish', async () => {
  const fw = new FwProcess(application(), ['serve', '--host=127.0.0.1', '--port=0'], {
    FW_SHUTDOWN_SECONDS: '3000000',
  })
  const response = fetch(`${await fw.address()}/slow?milliseconds=700`)
  await fw.printed(/request taken/)
  fw.child.kill('SIGTERM')
  expect((await response).status).toBe(200)
  expect(await fw.exit).toBe(0)
})
