import { Container, Kernel, Router, type Class } from 'fw'
import { McpDispatcher, McpRegistry, McpServer } from 'fw/mcp'
import { McpTestClient } from 'fw/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Accounts, Shop as GuardedShop } from './attributes/middleware.ts'
import { Reports } from './middleware/downloads.ts'
import { Payments } from './middleware/guarded-tool.ts'
import { Shop as TimedShop } from './middleware/timing.ts'

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

test('a guard of a tool is told to the agent', async () => {
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

test('every answer says how long it took', async () => {
  const response = await kernelOf(TimedShop).fetch(new Request('http://localhost/nowhere'))
  expect(response.status).toBe(404)
  expect(response.headers.get('server-timing')).toMatch(/^app;dur=\d+\.\d$/)
})

test('answers that arrived whole are counted', async () => {
  const kernel = kernelOf(Reports)
  expect((await ask(kernel, '/reports/year'))[0]).toBe(200)
  const last = await kernel.fetch(new Request('http://localhost/reports/year'))
  await last.body?.cancel()
  expect(await ask(kernel, '/reports/count')).toEqual([200, '1'])
})
