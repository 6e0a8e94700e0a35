import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json, text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openChromium, needsChromium } from '../../support/chromium.ts'
import { FwProcess } from '../../support/fw-process.ts'
import { node, otherPlatforms } from '../../support/other-platforms.ts'
import { sendThrough } from '../../support/send-through.ts'
import { frameworkApplication, temporaryApplication } from '../../support/temporary-application.ts'
import { controller, Developed } from './developed.ts'

const platforms = [node, ...otherPlatforms.filter(({ runtime }) => runtime !== undefined)]

describe.each(platforms)('requests on $name', (platform) => {
  const app = new Developed({}, [], platform)

  test('do not fail while clients keep their connections and the application restarts', async () => {
    const address = new URL('/text', await app.address)
    const ended = new AbortController()
    const responses = new Set<string>()
    const failures: string[] = []
    const send = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!ended.signal.aborted) {
        const text = await sendThrough(agent, address).catch(
          (error: Error) => `failed: ${error.message}`,
        )
        if (/^"\w+"$/.test(text)) responses.add(text)
        else failures.push(text)
      }
      agent.destroy()
    }
    const clients = Array.from({ length: 6 }, send)
    const saved = ['second', 'third', 'fourth', 'fifth']
    for (const response of ['first', ...saved]) {
      if (response !== 'first') app.save(response)
      await expect.poll(() => responses.has(`"${response}"`)).toBe(true)
    }
    ended.abort()
    await Promise.all(clients)
    expect(failures).toEqual([])
    expect([...responses]).toEqual(['first', ...saved].map((response) => `"${response}"`))
  })

  test('in progress when a file is saved get their response', async () => {
    const before = await app.text()
    const response = app.get('/slow')
    await app.fw.printed(/slow has begun/)
    app.save('after-slow')
    expect(await (await response).json()).toBe(before)
    await app.waitForText('after-slow')
  })

  test('whose body is still being sent when a file is saved get their response', async () => {
    const { hostname, port } = new URL(await app.address)
    const body = JSON.stringify({ words: 'twelve chars' })
    const socket = connect(Number(port), hostname)
    const head = `POST /length HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\n`
    socket.write(`${head}content-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`)
    await sleep(100)
    app.write('src/added.ts', '// added\n')
    await app.restarts('src/added.ts')
    socket.write(body.slice(5))
    const text = await readText(socket)
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n12$/)
  })

  test('for streams end when a file is saved, and the next ones are handled by the new server', async () => {
    const before = await app.text()
    const first = (await app.get('/events')).body?.getReader()
    expect(new TextDecoder().decode((await first?.read())?.value)).toContain(before)
    app.save('after-stream')
    await expect(first?.read()).rejects.toThrow('terminated')
    const second = (await app.get('/events')).body?.getReader()
    expect(new TextDecoder().decode((await second?.read())?.value)).toContain('after-stream')
    await second?.cancel()
  })

  test('have the real address of the client', async () => {
    expect(await (await app.get('/caller')).json()).toBe('127.0.0.1')
  })

  test('that wait 10 s for a server get an error', async () => {
    await app.text()
    app.write('src/bootstrap.ts', 'await new Promise(() => setInterval(() => {}, 1000))')
    await app.restarts('src/bootstrap.ts')
    // A new connection: the ending server may still use one that is kept.
    const text = await sendThrough(new Agent(), new URL('/text', await app.address))
    expect(JSON.parse(text)).toEqual({
      error: 'The application has not started within 10 s.',
      problems: [],
    })
  })
})

const misspelt = controller('second').replace('text: {', 'text: Wrods & {')

describe('a boot that fails', () => {
  const app = new Developed({
    'src/end.ts': `import { Get } from '@fw/core'
export class End { @Get('/end') end(): void { setTimeout(() => process.exit(7), 20) } }`,
  })

  test('responds with the problem, the location and the source, to callers on this machine', async () => {
    await app.waitForText('first')
    app.write('src/texts.ts', misspelt)
    await app.fw.printed(/The application ended/)
    const hidden = { error: 'The application is not running.', problems: [] }
    expect(await sendWithHost(app, 'evil.example')).toEqual(hidden)
    expect(await sendWithHost(app, 'localhost', '203.0.113.7')).toEqual(hidden)
    expect(await sendWithHost(app, 'localhost', '127.0.0.1')).toMatchObject({ problems: [{}] })
    const response = await app.get('/text')
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({
      error: 'The application does not start.',
      problems: [
        {
          severity: 'error',
          code: 'UnusableType',
          class: 'Texts',
          remedy: 'Import it, or use another type.',
          text: expect.stringContaining('"Wrods" is neither declared nor imported'),
          file: 'src/texts.ts',
          line: 9,
          column: expect.any(Number),
          excerpt: expect.stringMatching(/^ {2} 6 \|.*\n(?:.*\n)*> {2}9 \| {3}@Post\('\/length'\)/),
        },
      ],
    })
    app.save('third')
    await app.waitForText('third')
  })

  test('is a page in a browser, which shows the application again after a fix', async (context) => {
    needsChromium(context)
    app.write('src/texts.ts', misspelt)
    await expect.poll(async () => (await app.get('/text')).status).toBe(500)
    const page = await (await openChromium()).newPage()
    const refused: string[] = []
    page.on('console', (message) => refused.push(message.text()))
    await page.goto(`${await app.address}/text`)
    expect(await page.textContent('h1')).toBe('The application does not start.')
    expect(await page.textContent('mark')).toContain('@Post')
    expect(await page.textContent('.place')).toMatch(/^src\/texts\.ts:9:\d+$/)
    expect(refused.filter((text) => /Content Security Policy/i.test(text))).toEqual([])
    app.save('fourth')
    await expect.poll(() => page.textContent('body')).toContain('fourth')
  })

  test('is reported if the application exits while it serves', async () => {
    await app.get('/end')
    await app.fw.printed(/ended \(exit code 7\)\. It restarts after the next change\.\n/)
    const response = await app.get('/text')
    expect(await response.json()).toEqual({
      error: 'The application ended (exit code 7). It restarts after the next change.',
      problems: [],
    })
    app.save('fifth')
    await app.waitForText('fifth')
  })
})

describe('a change', () => {
  const app = new Developed({
    'tsconfig.json': '{ "extends": "./config/base" }',
    'config/base.json': '{}',
  })

  test('of a workspace package restarts the application', async () => {
    const shared = temporaryApplication({
      'package.json': '{ "name": "shared", "type": "module", "exports": "./lib/index.ts" }',
      'lib/index.ts': `export const word = 'one'`,
    })
    const { root, link } = frameworkApplication({
      'package.json': '{ "type": "module", "dependencies": { "shared": "workspace:*" } }',
      'src/texts.ts': `import { Get } from '@fw/core'
import { word } from 'shared'
export class Texts { @Get('/text') get(): string { return word } }`,
    })
    link('shared', shared)
    const fw = new FwProcess(root, ['dev', '--host=127.0.0.1', '--port=0'])
    const address = await fw.address()
    const response = async () => (await fetch(`${address}/text`)).json()
    expect(await response()).toBe('one')
    writeFileSync(join(shared, 'lib/index.ts'), `export const word = 'two'`)
    await expect.poll(response).toBe('two')
  })

  test.each([
    ['tsconfig.json', '{ "extends": "./config/base.json" }'],
    ['a file that tsconfig.json extends', '{ "compilerOptions": {} }', 'config/base.json'],
    ['.env', 'LOG_LEVEL=warn'],
  ])('of %s restarts the application', async (name, text, file = name) => {
    await app.waitForText('first')
    app.write(file, text)
    await app.restarts(file)
    await app.waitForText('first')
  })

  test('of PORT moves the application to that port', async () => {
    const root = temporaryApplication({
      'package.json': '{ "type": "module" }',
      '.env': 'PORT=0\nHOST=127.0.0.1',
      'src/texts.ts': controller('first'),
    })
    const fw = new FwProcess(root, ['dev'])
    const first = await fw.address()
    writeFileSync(join(root, '.env'), 'PORT=0\nHOST=localhost')
    const moved = /Listening on (http:\/\/localhost:\d+)/
    const second = (await fw.printed(moved))[1] as string
    expect(await (await fetch(`${second}/text`)).json()).toBe('first')
    await expect(fetch(`${first}/text`)).rejects.toThrow('fetch failed')
  })

  test('of package.json restarts the application, and roots added to it are watched', async () => {
    await app.waitForText('first')
    mkdirSync(join(app.root, 'more'))
    app.write('package.json', '{ "type": "module", "fw": { "roots": ["src", "more"] } }')
    await app.restarts('package.json')
    const more = (text: string) =>
      `import { Get } from '@fw/core'\nexport class More { @Get('/more') get(): string { return '${text}' } }`
    await app.waitForText('first')
    app.write('more/more.ts', more('one'))
    await app.waitForText('one', '/more')
    app.write('more/more.ts', more('two'))
    await app.waitForText('two', '/more')
  })
})

test('a successful boot rewrites the client, which does not cause a restart if it is among the sources', async () => {
  const app = new Developed({
    'package.json': '{ "type": "module", "fw": { "client": { "out": "src/client" } } }',
  })
  await app.fw.printed(/Wrote \d+ files to src\/client\./)
  const read = () => readFileSync(join(app.root, 'src/client/texts.d.ts'), 'utf8')
  expect(read()).not.toContain('added')
  const added = controller('second').replace("@Get('/text') get", "@Get('/added') added")
  app.write('src/texts.ts', added)
  await expect.poll(read).toContain('added')
  app.write('src/later.ts', '// later\n')
  await app.restarts('src/later.ts')
  expect(app.fw.stdout.match(/^.* has changed, restarting\.$/gm)).toEqual([
    'src/texts.ts has changed, restarting.',
    'src/later.ts has changed, restarting.',
  ])
})

describe('the shutdown', () => {
  const states = [
    ['serving', {}],
    ['booting', { 'src/bootstrap.ts': 'await new Promise(() => setInterval(() => {}, 1000))' }],
    ['failed', { 'src/texts.ts': misspelt }],
  ] as const

  test.each(
    states.flatMap((state) =>
      (['SIGTERM', 'SIGKILL'] as const).map((name) => [name, ...state] as const),
    ),
  )('%s while the application is %s leaves no process', async (name, state, files) => {
    const app = new Developed(files)
    if (state === 'booting') await sleep(800)
    if (state === 'serving') await app.waitForText('first')
    if (state === 'failed') await app.fw.printed(/The application ended/)
    // The next server is held ready by then.
    await sleep(500)
    const started = () => childrenOf(app.fw.child.pid)
    await expect.poll(started).not.toEqual([])
    const children = started()
    app.fw.child.kill(name)
    expect(await app.fw.exit).toBe(name === 'SIGTERM' ? 0 : 'SIGKILL')
    await expect.poll(() => children.filter(isRunning)).toEqual([])
  })

  test('SIGTERM of npx fw dev ends it', async () => {
    const root = temporaryApplication({
      'package.json': '{ "type": "module" }',
      'src/texts.ts': controller('first'),
    })
    const npx = spawn('npx', ['fw', 'dev', '--host=127.0.0.1', '--port=0'], { cwd: root })
    onTestFinished(() => void npx.kill('SIGKILL'))
    let printed = ''
    npx.stdout.on('data', (text) => (printed += String(text)))
    await expect.poll(() => printed).toContain('Listening on')
    const [, address] = /Listening on (\S+)/.exec(printed) ?? []
    npx.kill('SIGTERM')
    await once(npx, 'exit')
    const isGone = () =>
      fetch(`${address}/text`).then(
        () => false,
        () => true,
      )
    await expect.poll(isGone).toBe(true)
  })

  test('an address in use ends fw dev with an error that says how to fix it', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void holder.close())
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo
    const root = temporaryApplication({ 'package.json': '{ "type": "module" }' })
    const fw = new FwProcess(root, ['dev', '--host=127.0.0.1', `--port=${port}`])
    expect(await fw.exit).toBe(1)
    expect(fw.stderr).toContain(` is already listening on 127.0.0.1:${port}.`)
  })
})

async function sendWithHost(app: Developed, host: string, forwarded = ''): Promise<unknown> {
  const address = await app.address
  const headers = { host, ...(forwarded && { 'x-forwarded-for': forwarded }) }
  return new Promise((resolve, reject) => {
    const sentRequest = request(address, { headers }, (response) => {
      void json(response).then(resolve, reject)
    })
    sentRequest.once('error', reject).end()
  })
}

function childrenOf(pid: number | undefined): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number))
  return pairs.filter(([, parent]) => parent === pid).flatMap(([child = 0]) => child)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // One that has ended may still wait for its parent to notice.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
