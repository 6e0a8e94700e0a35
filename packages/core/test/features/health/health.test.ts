import { once } from 'node:events'
import { request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { FwProcess, runFw } from '../../support/fw-process.ts'
import { importableApplication, temporaryApplication } from '../../support/temporary-application.ts'

const checks = `import { Get, HealthCheck } from '@fw/core'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

export class Stock {
  count() { return 7n }
  close() { console.log('stock closed') }
}

export class Checks {
  constructor(private readonly stock: Stock) {}

  @HealthCheck('stock')
  async stocked(signal: AbortSignal, stock: Stock) {
    appendFileSync('runs', 'x')
    await setTimeout(50)
    return { count: stock.count(), isOne: stock === this.stock, aborted: signal.aborted }
  }

  @HealthCheck('disk', { probe: 'report' })
  disk() {
    if (existsSync('full')) throw new Error('no space is left')
  }

  @HealthCheck('loop', { probe: 'live' })
  loop() {}

  @HealthCheck('far', { timeout: '100ms' })
  async far(signal: AbortSignal) {
    if (!existsSync('gone')) return
    signal.addEventListener('abort', () => appendFileSync('aborts', 'x'))
    await new Promise(() => {})
  }

  @Get('/') home() { return { runs: readFileSync('runs', 'utf8').length } }

  @Get('/slow') async slow() { await setTimeout(800); return 'done' }
}
`

const application = (files: Readonly<Record<string, string>> = {}, write = temporaryApplication) =>
  write({
    'package.json': '{ "type": "module" }',
    'src/checks.ts': checks,
    runs: '',
    ...files,
  })

const ports = { PORT: '0', HOST: '127.0.0.1', FW_ADMIN_PORT: '0' }

async function administer(fw: FwProcess): Promise<string> {
  return (await fw.printed(/Health at (http:\S+)\/health\n/))[1] as string
}

async function send(address: string, path: string, method = 'GET') {
  const response = await fetch(address + path, { method })
  const text = await response.text()
  const { status, headers } = response
  return { status, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
}

describe('the admin port', () => {
  test('reports each check, with its result', async () => {
    const fw = new FwProcess(application(), ['serve'], ports)
    const admin = await administer(fw)
    await fw.address()

    const { status, headers, body } = await send(admin, '/health')

    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      status: 'up',
      checks: {
        stock: {
          status: 'up',
          milliseconds: expect.any(Number),
          details: { count: 7, isOne: true, aborted: false },
        },
        disk: { status: 'up', milliseconds: expect.any(Number) },
        loop: { status: 'up', milliseconds: expect.any(Number) },
        far: { status: 'up', milliseconds: expect.any(Number) },
      },
    })
  })

  test('runs only the checks of the requested probe', async () => {
    const root = application({ full: '', gone: '' })
    const fw = new FwProcess(root, ['serve'], ports)
    const admin = await administer(fw)
    await fw.address()

    const [live, ready, all] = await Promise.all(
      ['/health/live', '/health/ready', '/health'].map((path) => send(admin, path)),
    )

    expect(live?.status).toBe(200)
    expect(live?.body).toMatchObject({ status: 'up', checks: { loop: { status: 'up' } } })
    expect(live?.body).not.toHaveProperty('checks.stock')
    expect(ready?.status).toBe(503)
    expect(ready?.body).toMatchObject({
      status: 'down',
      checks: {
        stock: { status: 'up' },
        far: { status: 'down', error: 'It did not finish within 100ms.' },
      },
    })
    expect(all?.status).toBe(503)
    expect(all?.body).toMatchObject({
      checks: { disk: { status: 'down', error: 'no space is left' } },
    })
    expect(fw.stderr).toContain('The health check \\"disk\\" is down.')
  })

  test('runs a check once for concurrent requests, and again after a second', async () => {
    const fw = new FwProcess(application(), ['serve'], ports)
    const admin = await administer(fw)
    const address = await fw.address()

    await Promise.all(Array.from({ length: 20 }, () => send(admin, '/health/ready')))
    await send(admin, '/health')
    expect((await send(address, '/')).body).toEqual({ runs: 1 })

    await sleep(1100)
    await send(admin, '/health/ready')
    expect((await send(address, '/')).body).toEqual({ runs: 2 })
  })

  test('only supports GET and HEAD, and lists its paths', async () => {
    const admin = await administer(new FwProcess(application(), ['serve'], ports))

    const head = await send(admin, '/health/live', 'HEAD')
    const post = await send(admin, '/health/live', 'POST')
    const other = await send(admin, '/healthy')

    expect(head).toMatchObject({ status: 200, body: undefined })
    expect(post.status).toBe(405)
    expect(post.headers.get('allow')).toBe('GET, HEAD')
    expect(other).toMatchObject({
      status: 404,
      body: {
        error: expect.stringContaining('The paths are /health, /health/live, /health/ready'),
      },
    })
  })

  test('runs next to a worker and a scheduler too', async () => {
    const worked = new FwProcess(application(), ['queue:work'], {
      ...ports,
      QUEUE_CONNECTION: 'redis',
    })
    const scheduled = new FwProcess(application(), ['schedule:work'], ports)

    expect((await send(await administer(scheduled), '/health/live')).status).toBe(200)
    const admin = await administer(worked)
    await worked.printed(/Working on/)
    expect((await send(admin, '/health/ready')).status).toBe(200)
  })

  test('is not opened by a command that ends by itself', async () => {
    const { code, stdout } = await runFw(application(), ['routes'], ports)

    expect(code).toBe(0)
    expect(stdout).not.toContain('Health at')
  })

  test('that is in use ends the process, and the error explains how to choose another', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const next = createServer().listen(port + 1, '127.0.0.1')
    // Whoever listens there, it is not free.
    await once(next, 'listening').catch(() => {})
    onTestFinished(() => [taken, next].forEach((server) => void server.close()))

    const { code, stderr } = await runFw(application(), ['serve'], {
      ...ports,
      FW_ADMIN_PORT: String(port),
    })

    expect(code).toBe(1)
    const isLinux = process.platform === 'linux'
    expect(stderr).toContain(`FW_ADMIN_PORT: ${isLinux ? `Process ${process.pid} (` : 'another'}`)
    const [, free = ''] = /FW_ADMIN_PORT=(\d+)/.exec(stderr) ?? []
    expect(stderr).toContain(
      ` is already listening on 127.0.0.1:${port}. ` +
        `Each process needs a separate port. Set FW_ADMIN_PORT=${free} for this one.`,
    )
    expect(Number(free)).toBeGreaterThan(port + 1)
  })

  test('only listens on localhost, for any value of HOST', async () => {
    const fw = new FwProcess(application(), ['serve'], { ...ports, HOST: '0.0.0.0' })
    const address = await administer(fw)
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:/)
    const { port } = new URL(address)
    const requestWithHost = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { port, path: '/health/live', headers: { host } }
        request(options, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end()
      })
    expect(await requestWithHost(`localhost:${port}`)).toBe(200)
    expect(await requestWithHost(`rebound.example:${port}`)).toBe(421)
    const open = new FwProcess(application(), ['serve'], { ...ports, FW_ADMIN_HOST: '0.0.0.0' })
    const { port: openPort } = new URL(await administer(open))
    const pod = request({
      port: openPort,
      path: '/health/live',
      headers: { host: '10.1.2.3' },
    }).end()
    const [{ statusCode }] = (await once(pod, 'response')) as [{ statusCode: number }]
    expect(statusCode).toBe(200)
  })

  test('listens on FW_ADMIN_HOST if that is set', async () => {
    const fw = new FwProcess(application(), ['serve'], { ...ports, FW_ADMIN_HOST: '127.0.0.2' })
    expect(await administer(fw)).toMatch(/^http:\/\/127\.0\.0\.2:/)
  })
})

describe('FW_HEALTH', () => {
  test('responds to the two probes with the status only', async () => {
    const root = application({
      gone: '',
      'src/app.ts': `import { Application, Use } from '@fw/core'
class Closed { handle() { throw new Error('nobody passes') } }
@Application() @Use(Closed) export class App {}
`,
    })
    const fw = new FwProcess(root, ['serve'], {
      PORT: '0',
      HOST: '127.0.0.1',
      FW_HEALTH: 'true',
      FW_ACCESS_LOG: 'all',
    })
    const address = await fw.address()

    expect(await send(address, '/health/live')).toMatchObject({
      status: 200,
      body: { status: 'up' },
    })
    const ready = await send(address, '/health/ready')
    expect(ready).toMatchObject({ status: 503 })
    expect(ready.body).toEqual({ status: 'down' })
    expect(ready.headers.get('cache-control')).toBe('no-store')
    expect((await send(address, '/health/live', 'DELETE')).status).toBe(405)
    expect((await send(address, '/')).status).toBe(500)
    expect(fw.stderr).not.toContain('"path":"/health/')
  })

  test('leaves the paths to the application if it is not set', async () => {
    const fw = new FwProcess(application(), ['serve'], { PORT: '0', HOST: '127.0.0.1' })
    expect((await send(await fw.address(), '/health/live')).status).toBe(404)
  })

  test('applies to the fetch handler', async () => {
    const root = application({ '.env': 'FW_HEALTH=true\n' }, importableApplication)
    const { kernel } = await createApp(root)
    const response = await kernel.fetch(new Request('http://example.org/health/live'))
    expect(await response.json()).toEqual({ status: 'up' })
  })
})

describe('the shutdown', () => {
  test('ready responds with stopping while requests are still accepted, until the delay is over', async () => {
    const fw = new FwProcess(application(), ['serve'], { ...ports, FW_SHUTDOWN_DELAY: '600ms' })
    const [admin, address] = [await administer(fw), await fw.address()]
    expect((await send(admin, '/health/ready')).body).toMatchObject({ status: 'up' })

    fw.child.kill('SIGTERM')
    await expect
      .poll(async () => (await send(admin, '/health/ready')).body)
      .toMatchObject({ status: 'stopping' })
    expect(await send(admin, '/health/live')).toMatchObject({ status: 200 })
    expect((await send(address, '/')).status).toBe(200)
    const underWay = fetch(`${address}/slow`)

    expect(await (await underWay).text()).toBe('"done"')
    expect(await fw.exit).toBe(0)
    expect(fw.stdout).toContain('stock closed')
  })

  test('begins immediately after a crash', async () => {
    const root = application({
      'src/crash.ts': `import { Get } from '@fw/core'
export class Crash {
  @Get('/crash') crash() { setTimeout(() => { throw new Error('nobody catches this') }); return 'ok' }
}
`,
    })
    const fw = new FwProcess(root, ['serve'], { ...ports, FW_SHUTDOWN_DELAY: '1h' })
    await fetch(`${await fw.address()}/crash`)
    expect(await fw.exit).toBe(1)
  })

  test('a second signal ends the process during the delay', async () => {
    const fw = new FwProcess(application(), ['serve'], { ...ports, FW_SHUTDOWN_DELAY: '1h' })
    const admin = await administer(fw)
    await fw.address()
    fw.child.kill('SIGTERM')
    await expect
      .poll(async () => (await send(admin, '/health/ready')).body)
      .toMatchObject({ status: 'stopping' })
    // Immediately after the first, it counts as an echo of that.
    const again = setInterval(() => fw.child.kill('SIGTERM'), 200)
    expect(await fw.exit).toBe(143)
    clearInterval(again)
  })

  test('an invalid FW_SHUTDOWN_DELAY is an error at boot', async () => {
    const { code, stderr } = await runFw(application(), ['serve'], {
      ...ports,
      FW_SHUTDOWN_DELAY: '5',
    })
    expect(code).toBe(1)
    expect(stderr).toContain(
      'FW_SHUTDOWN_DELAY has an invalid value. Expected a duration such as 250ms, 30s or 5m.',
    )
  })
})

describe('a check with an invalid declaration is an error at boot', () => {
  const broken = (body: string, imports = '') =>
    createApp(
      importableApplication({
        'package.json': '{ "type": "module" }',
        'src/broken.ts': `import { HealthCheck, HttpRequest, Principal } from '@fw/core'\n${imports}\nexport class Broken {\n${body}\n}\n`,
      }),
    )

  test.each([
    ["@HealthCheck('a') check(request: Request) { return request.url }", 'needs Request,'],
    ["@HealthCheck('a') check(request: HttpRequest) { return request.path }", 'needs HttpRequest,'],
    [
      "constructor(private readonly request: Request) {}\n@HealthCheck('a') check() { return this.request.url }",
      'needs Request,',
    ],
    ["@HealthCheck('a') static check() {}", 'static methods are not called'],
    [
      "@HealthCheck('a') one() {}\n@HealthCheck('a') two() {}",
      'the check "a" already exists: Broken.one. Rename one of them.',
    ],
    ["@HealthCheck('a', { timeout: '2' }) check() {}", '"2" is not a duration'],
    ["@HealthCheck('a', { timeout: '0s' }) check() {}", 'must be from 1ms to 24d'],
    ["@HealthCheck('a b') check() {}", 'and "-", not "a b".'],
    [
      "@HealthCheck('a', { probe: 'other' as 'live' }) check() {}",
      'must be one of ready, live, report.',
    ],
    ["@HealthCheck('a') check(count: number) { return count }", 'count'],
  ])('%s', async (body, message) => {
    await expect(broken(body)).rejects.toThrow(message)
  })

  test('gives the method and its location', async () => {
    await expect(
      broken("@HealthCheck('a') check(request: Request) { return request.url }"),
    ).rejects.toThrow(
      /^Broken\.check \(.*broken\.ts:\d+:\d+\): it needs Request, which exists only during a request, but it runs outside of requests\. Pass it the data that it needs\.$/,
    )
  })
})
