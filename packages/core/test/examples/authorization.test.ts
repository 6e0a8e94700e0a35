import { Config, Container, EventListenerRegistry, Kernel, Logger, Router } from '@fw/core'
import { expect, test, vi } from 'vitest'
import { FullLog } from '../features/access/guarded.ts'
import { Audit } from './authorization/audit.ts'
import { Tickets } from './authorization/in-team.ts'
import { Orders } from './authorization/orders.ts'
import { statusForSupport } from './authorization/testing.ts'
import { Who } from './authorization/who.ts'

function open() {
  const listeners = new EventListenerRegistry().register(Audit)
  const container = new Container()
    .instance(Config, Config.of({}))
    .instance(Logger, new FullLog())
    .instance(EventListenerRegistry, listeners)
    .boot()
  const router = new Router().register(Who).register(Orders).register(Tickets)
  const kernel = new Kernel(container, router)
  const ask = async (method: string, path: string, token?: string) => {
    const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await kernel.fetch(new Request(`http://localhost${path}`, { method, headers }))
    const text = await answer.text()
    return [answer.status, text === '' ? '' : JSON.parse(text)]
  }
  return { kernel, ask, audit: container.get(Audit) }
}

const notAllowed = { error: 'You are not allowed to do this.' }

test('the orders of the page', async () => {
  const { ask, audit } = open()
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
  expect(await ask('GET', '/orders/prices')).toEqual([200, [12, 20]])
  expect(await ask('GET', '/orders/prices', 'ada')).toEqual([200, [10, 18]])
  expect(await ask('GET', '/orders/1')).toEqual([401, { error: 'Authentication is required.' }])
  expect(await ask('GET', '/orders/1', 'eve')).toEqual([
    401,
    { error: 'The credentials are not accepted.' },
  ])
  expect(await ask('GET', '/orders/1', 'ada')).toEqual([403, notAllowed])
  expect(await ask('GET', '/orders/1', 'ada/orders.read')).toEqual([200, { id: 1, owner: 'ada' }])
  expect(await ask('GET', '/orders/2', 'ada/orders.write')).toEqual([
    404,
    { error: 'There is no such order.' },
  ])
  expect(await ask('PUT', '/orders/1', 'bob/orders.read')).toEqual([403, notAllowed])
  expect(await ask('PUT', '/orders/1', 'bob/orders.write')).toEqual([200, { id: 1 }])
  expect(await ask('DELETE', '/orders/2', 'bob/orders.read')).toEqual([403, notAllowed])
  expect(await ask('DELETE', '/orders/2', 'ada/orders.read')).toEqual([403, notAllowed])
  expect(await ask('DELETE', '/orders/1', 'ada/orders.read')).toEqual([204, ''])
  expect(log.mock.calls).toEqual([['Order 1 is gone.']])
  log.mockRestore()
  expect(audit.lines).toContain('403 route GET /orders/{id}: missing scope (#ada)')
})

test('the decorator of the page', async () => {
  const { ask } = open()
  expect(await ask('GET', '/tickets', 'bob')).toEqual([200, ['for bob']])
  expect(await ask('GET', '/tickets', 'ada')).toEqual([
    403,
    { error: 'GET /tickets is for support.' },
  ])
})

test('the test of the page', async () => {
  const { kernel } = open()
  expect(await statusForSupport(kernel, '/tickets')).toBe(200)
  expect(await statusForSupport(kernel, '/orders/2')).toBe(403)
})
