import { spawn } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backend, type BackendOptions } from '@fw/transform/vite'
import { build, createServer } from 'vite'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openChromium, needsChromium } from '../../support/chromium.ts'
import { runFw } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

const orders = (sku: string) => `import { Get, SseEvent } from '@fw/core'
export class Order { constructor(readonly sku: string) {} }
export class OrdersController {
  @Get('/orders/{id}') show(id: number): Order { return new Order('${sku}') }
  @Get('/boom') boom(): void {
    throw new RangeError('There are no orders.', { cause: new Error('The shop is closed.') })
  }
  @Get('/ticks') async *ticks(): AsyncGenerator<SseEvent> { yield new SseEvent('tick'); await new Promise(() => {}) }
}
`

const processes = `import { Get } from '@fw/core'
export class Processes { @Get('/processes') list(): number[] { return [process.pid, process.ppid] } }`

/** A front end and the application behind it. */
function writeProject(): { readonly web: string; readonly api: string } {
  const root = temporaryApplication({
    'api/package.json': '{ "type": "module", "fw": { "client": { "out": "../web/client" } } }',
    'api/src/orders.ts': orders('one'),
    'web/index.html':
      '<!doctype html><p id="sku"></p><script type="module" src="/main.ts"></script>',
    'web/main.ts': `import { show } from './client/orders.js'
document.querySelector('#sku')!.textContent = (await show({ id: 7 })).sku`,
  })
  return { web: join(root, 'web'), api: join(root, 'api') }
}

async function startVite(root: string, options: Partial<BackendOptions> = {}) {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [backend({ root: '../api', ...options })],
    server: { host: '127.0.0.1', port: 0 },
  })
  await server.listen()
  const address = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
  return { address, close: () => server.close() }
}

const { web, api } = writeProject()
let address: string
beforeAll(async () => {
  const vite = await startVite(web)
  address = vite.address
  return vite.close
})

test('vite forwards the routes, and handles everything else', async () => {
  expect(await (await fetch(`${address}/orders/7`)).json()).toEqual({ sku: 'one' })
  expect(await (await fetch(`${address}/`)).text()).toContain('/@vite/client')
  expect(await (await fetch(`${address}/ordersmore`)).text()).toContain('/@vite/client')
  const events = (await fetch(`${address}/ticks`)).body?.getReader()
  expect(new TextDecoder().decode((await events?.read())?.value)).toContain('data: tick')
  await events?.cancel()
})

test('vite does not start if fw dev cannot run, for example on an old Node', async () => {
  const versions = JSON.stringify({ ...process.versions, node: '20.20.2' })
  const old = `Object.defineProperty(process, 'versions', { value: ${versions} })`
  process.env['NODE_OPTIONS'] = `--import="data:text/javascript,${encodeURIComponent(old)}"`
  onTestFinished(() => void delete process.env['NODE_OPTIONS'])
  await expect(startVite(web)).rejects.toThrow(
    'fw dev has ended, so Vite does not start. See the error above.',
  )
})

test('vite forwards the documentation and the inspector', async () => {
  expect(await (await fetch(`${address}/openapi.json`)).json()).toHaveProperty('paths')
  for (const path of ['/docs', '/_fw']) {
    const page = await (await fetch(`${address}${path}`)).text()
    expect(page).not.toContain('/@vite/client')
    expect(page).toContain('<html')
  }
})

test('only configured paths are forwarded, and close waits until fw dev has ended', async () => {
  const { web, api } = writeProject()
  writeFileSync(join(api, 'src/processes.ts'), processes)
  const vite = await startVite(web, { paths: ['/orders', '/processes'] })
  expect(await (await fetch(`${vite.address}/orders/7`)).json()).toEqual({ sku: 'one' })
  expect(await (await fetch(`${vite.address}/ticks`)).text()).toContain('/@vite/client')
  const pids = (await (await fetch(`${vite.address}/processes`)).json()) as number[]
  expect(pids.filter(isRunning)).toHaveLength(2)
  await vite.close()
  expect(pids.filter(isRunning)).toEqual([])
})

test('the page imports the client that vite has generated, and the overlay appears and disappears', async (context) => {
  needsChromium(context)
  const page = await (await openChromium()).newPage()
  await page.goto(`${address}/`)
  const shown = () => page.textContent('#sku')
  await expect.poll(shown).toBe('one')
  const file = join(api, 'src/orders.ts')
  writeFileSync(file, orders('two').replace('id: number', 'id: nubmer'))
  const overlay = page.locator('vite-error-overlay')
  await overlay.waitFor({ state: 'attached' })
  expect(await overlay.locator('.message-body').textContent()).toContain(
    '"nubmer" is neither declared',
  )
  expect(await overlay.locator('.frame').textContent()).toMatch(/> 4 \| .*nubmer/)
  writeFileSync(file, orders('three'))
  await expect.poll(shown).toBe('three')
  expect(await overlay.count()).toBe(0)
})

test('a request that fails is in the overlay, with its causes', async (context) => {
  needsChromium(context)
  const page = await (await openChromium()).newPage()
  await page.goto(`${address}/`)
  await expect.poll(() => page.textContent('#sku')).toMatch(/one|three/)
  // Vite reloads the page once the client is written.
  const fail = () =>
    page.evaluate(`fetch('/boom').then(({ status }) => status)`).catch(() => 'reloaded')
  await expect.poll(fail).toBe(500)
  const overlay = page.locator('vite-error-overlay')
  await overlay.waitFor({ state: 'attached' })
  expect(await overlay.locator('.message-body').textContent()).toBe(
    'GET /boom has failed\nRangeError: There are no orders.',
  )
  expect(await overlay.locator('.frame').textContent()).toMatch(/> 6 \| +throw new RangeError/)
  const stack = await overlay.locator('.stack').textContent()
  expect(stack).toMatch(/Caused by Error: The shop is closed\.\n +at .*src\/orders\.ts:6:\d+/)
})

test('vite build fails on a stale client, and prints what to run', async () => {
  const { web, api } = writeProject()
  const run = () =>
    build({
      root: web,
      configFile: false,
      logLevel: 'silent',
      plugins: [backend({ root: '../api' })],
    })
  await expect(run()).rejects.toThrow(
    /"fw client --check" has failed in .*api\. .*client\/orders\.js is out of date\./s,
  )
  expect((await runFw(api, ['client'])).code).toBe(0)
  await run()
  expect(readFileSync(join(web, 'dist/index.html'), 'utf8')).toContain('assets/index-')
})

test.for([
  ['the vite that has started it, also where that is killed', 'SIGKILL'],
  ['npm run dev, whose script starts vite', 'SIGTERM'],
] as const)('fw dev prints no address, and ends with %s', async ([, signal]) => {
  const { web, api } = writeProject()
  writeFileSync(join(api, 'src/processes.ts'), processes)
  const example = new URL('../../examples/development/web/vite.config.ts', import.meta.url)
  copyFileSync(example, join(web, 'vite.config.ts'))
  writeFileSync(join(web, 'package.json'), '{ "type": "module" }')
  const scripts = { dev: 'cd web && vite --host=127.0.0.1 --port=0' }
  writeFileSync(join(web, '../package.json'), JSON.stringify({ scripts }))
  const vite = [join(web, '../node_modules/vite/bin/vite.js'), '--host=127.0.0.1', '--port=0']
  const isKilled = signal === 'SIGKILL'
  const started = spawn(isKilled ? process.execPath : 'npm', isKilled ? vite : ['run', 'dev'], {
    cwd: isKilled ? web : join(web, '..'),
    // Vite also prints colours if CI is set.
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  started.stdout.on('data', (text) => (printed += String(text)))
  await expect.poll(() => printed).toMatch(/Local: +http:\S+/)
  const [, address] = /Local: +(http:\S+)\//.exec(printed) ?? []
  const pids = (await (await fetch(`${address}/processes`)).json()) as number[]
  expect(pids.filter(isRunning)).toHaveLength(2)
  await expect.poll(() => printed).toContain('The application is ready.')
  expect(printed.match(/http:\S+/g)).toEqual([`${address}/`])
  started.kill(signal)
  await expect.poll(() => pids.filter(isRunning)).toEqual([])
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
