import {
  Config,
  Container,
  Get,
  Kernel,
  Logger,
  Router,
  type Class,
  type LogDetails,
} from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Accounts, Shop as GuardedShop } from './decorators/middleware.ts'
import { Reports } from './middleware/downloads.ts'
import { Shop as DressedShop } from './middleware/dressed.ts'
import { Payments } from './middleware/guarded-tool.ts'
import { Pages, Shop as SaleShop } from './middleware/own-setting.ts'
import { Account } from './middleware/signed-in.ts'
import { Shop as WatchedShop } from './middleware/slow-requests.ts'

function kernelOf(...classes: Class[]): Kernel {
  const router = new Router()
  for (const type of classes) router.register(type)
  return new Kernel(new Container().boot(), router)
}

async function ask(kernel: Kernel, path: string, headers = {}): Promise<[number, string]> {
  const response = await kernel.fetch(new Request(`http://localhost${path}`, { headers }))
  return [response.status, await response.text()]
}

test('a value that middleware provides is a parameter', async () => {
  const kernel = kernelOf(GuardedShop, Accounts)
  expect(await ask(kernel, '/me')).toEqual([401, '{"error":"Sign in first."}'])
  expect(await ask(kernel, '/me', { 'x-user': 'Ada' })).toEqual([200, '{"name":"Ada"}'])
  const note = { 'x-user': 'Ada', 'content-type': 'application/json' }
  const send = (text: string) =>
    kernel.fetch(
      new Request('http://localhost/me/notes', {
        method: 'POST',
        headers: note,
        body: JSON.stringify(text),
      }),
    )
  expect((await send('short')).status).toBe(200)
  expect((await send('x'.repeat(16 * 1024))).status).toBe(413)
  expect(await ask(kernel, '/prices')).toEqual([200, '[]'])
})

test("the error of a tool's guard is sent to the agent", async () => {
  const mcp = new McpServer(
    new McpRegistry().register(Payments),
    new McpDispatcher(new Container()),
  )
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 1, 3) })
  onTestFinished(() => void vi.useRealTimers())
  const refused = await new McpTestClient(mcp).callTool('pay', { bill: 'A' })
  expect([refused.isError, refused.content[0]?.['text']]).toEqual([true, 'We open at seven.'])
  vi.setSystemTime(new Date(2026, 0, 1, 9))
  const paid = await new McpTestClient(mcp).callTool('pay', { bill: 'A' })
  expect(paid.content[0]?.['text']).toBe('A is paid.')
})

test('every response gets the header, including errors', async () => {
  const kernel = kernelOf(DressedShop, Account)
  for (const [path, status] of [
    ['/account', 401],
    ['/nowhere', 404],
    ['/openapi.json', 200],
  ] as const) {
    const response = await kernel.fetch(new Request(`http://localhost${path}`))
    expect([response.status, response.headers.get('x-frame-options')]).toEqual([status, 'DENY'])
  }
})

test('the caller is a parameter, and anonymous callers get a 401', async () => {
  const kernel = kernelOf(Account)
  expect(await ask(kernel, '/account')).toEqual([401, '{"error":"Sign in first."}'])
  const signedIn = { authorization: 'Bearer ada' }
  expect(await ask(kernel, '/account', signedIn)).toEqual([200, '{"name":"Ada"}'])
})

test('a request that took longer than a second is logged after it was sent', async () => {
  const warnings: LogDetails[] = []
  class Lines extends Logger {
    debug() {}
    info() {}
    warn(_message: string, details: LogDetails = {}) {
      warnings.push(details)
    }
    error() {}
  }
  class Slow {
    @Get('/slow')
    slow() {
      clock.mockReturnValue(3000)
      return 'done'
    }
  }
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
  onTestFinished(() => clock.mockRestore())
  const router = new Router().register(WatchedShop).register(Slow)
  const kernel = new Kernel(new Container().instance(Logger, new Lines()).boot(), router)
  await ask(kernel, '/slow')
  await expect.poll(() => warnings).toHaveLength(1)
  expect(warnings).toEqual([{ route: '/slow', status: 200, milliseconds: 2000 }])
})

test('a custom setting takes options, the configuration, or false', async () => {
  const router = new Router().register(SaleShop).register(Pages)
  const container = new Container().instance(Config, Config.of({ BANNER: 'Spring' })).boot()
  const kernel = new Kernel(container, router)
  const banner = async (path: string) =>
    (await kernel.fetch(new Request(`http://localhost${path}`))).headers.get('x-banner')
  expect(await banner('/')).toBe('Spring')
  expect(await banner('/today')).toBe('Only today.')
  expect(await banner('/imprint')).toBeNull()
  expect(await banner('/nowhere')).toBe('Spring')
})

test('responses that arrived completely are counted', async () => {
  const kernel = kernelOf(Reports)
  expect((await ask(kernel, '/reports/year'))[0]).toBe(200)
  const last = await kernel.fetch(new Request('http://localhost/reports/year'))
  await last.body?.cancel()
  expect(await ask(kernel, '/reports/count')).toEqual([200, '1'])
})
