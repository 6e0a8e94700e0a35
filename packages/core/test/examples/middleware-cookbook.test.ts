import { createHmac } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import {
  Clock,
  Config,
  Container,
  Kernel,
  Logger,
  Router,
  type Class,
  type LogDetails,
} from '@fw/core'
import { serve } from '@fw/core/node'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as audit from './middleware-cookbook/audit.ts'
import { Weather } from './middleware-cookbook/cached.ts'
import { Payments } from './middleware-cookbook/idempotency.ts'
import * as maintenance from './middleware-cookbook/maintenance.ts'
import * as logged from './middleware-cookbook/request-log.ts'
import * as tenants from './middleware-cookbook/tenants.ts'
import { Accounts } from './middleware-cookbook/transactions.ts'
import { Webhooks } from './middleware-cookbook/webhook.ts'

interface Running {
  readonly kernel: Kernel
  readonly container: Container
  ask(path: string, init?: RequestInit): Promise<Response>
}

/** A server of some classes, which ends with the test. */
async function start(
  classes: readonly Class[],
  bootstrap: (container: Container) => void = () => {},
): Promise<Running> {
  const container = new Container()
  bootstrap(container)
  container.boot()
  const router = new Router()
  for (const type of classes) router.register(type)
  const kernel = new Kernel(container, router)
  const { port, close } = await serve(kernel, { port: 0, host: '127.0.0.1' })
  onTestFinished(close)
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  return { kernel, container, ask }
}

function posted(body: unknown, headers: Record<string, string> = {}): RequestInit {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text }
}

async function found(answer: Promise<Response>): Promise<[number, unknown]> {
  const response = await answer
  const text = await response.text()
  return [response.status, JSON.parse(text)]
}

test('a transaction commits when the method returns, and rolls back when it throws', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec(
    "create table accounts (name text, balance integer); insert into accounts values ('ada', 10), ('bob', 0)",
  )
  const { ask } = await start([Accounts], (c) => c.instance(DatabaseSync, database))
  const transfer = (amount: unknown) =>
    found(ask('/transfers', posted({ from: 'ada', to: 'bob', amount })))
  const balances = async () =>
    ((await found(ask('/accounts')))[1] as { balance: number }[]).map(({ balance }) => balance)

  expect(await transfer(4)).toEqual([200, { balance: 6 }])
  expect(await balances()).toEqual([6, 4])
  expect(await transfer(7)).toEqual([409, { error: 'ada has too little.' }])
  expect((await transfer('x'))[0]).toBe(422)
  expect(await balances()).toEqual([6, 4])
  const many = await Promise.all(Array.from({ length: 20 }, () => transfer(1)))
  expect(many.filter(([status]) => status === 200)).toHaveLength(6)
  expect(await balances()).toEqual([0, 10])
})

test('during maintenance, only the health check is available', async () => {
  const { ask, container } = await start([maintenance.Shop, maintenance.Pages])
  expect(await found(ask('/'))).toEqual([200, 'Welcome.'])
  container.get(maintenance.Maintenance).isOn = true
  for (const path of ['/', '/nowhere', '/openapi.json']) {
    const closed = await ask(path)
    expect([closed.status, closed.headers.get('retry-after')]).toEqual([503, '600'])
  }
  expect(await found(ask('/health'))).toEqual([200, 'up'])
})

test('each host has a tenant, in methods and in services', async () => {
  const { kernel } = await start([tenants.Shops, tenants.Books])
  const books = (host: string) => found(kernel.fetch(new Request(`http://${host}/books`)))
  const both = await Promise.all([books('north.example.com'), books('SOUTH.example.com:8080')])
  expect(both).toEqual([
    [200, { tenant: 1, title: 'The books of North' }],
    [200, { tenant: 2, title: 'The books of South' }],
  ])
  expect(await books('west.example.com')).toEqual([404, { error: 'There is no such shop.' }])
})

describe('a webhook', () => {
  const config = Config.of({ WEBHOOK_SECRET: 'hush' })
  const sign = (body: string) => `sha256=${createHmac('sha256', 'hush').update(body).digest('hex')}`

  test('is accepted if its signature matches the bytes, for any layout', async () => {
    const { ask } = await start([Webhooks], (c) => c.instance(Config, config))
    const body = '{ "order":7,\n\t"amount": 1.50 }'
    expect(await found(ask('/webhooks/paid', posted(body, { 'x-signature': sign(body) })))).toEqual(
      [202, { order: 7, amount: 1.5 }],
    )
    const changed = body.replace('1.50', '1.51')
    for (const signature of ['', 'sha256=', sign(changed), `${sign(body)}0`, 'ø'.repeat(71)]) {
      const header = { 'x-signature': encodeURI(signature) }
      expect((await ask('/webhooks/paid', posted(body, header))).status).toBe(401)
    }
    expect((await ask('/webhooks/paid', posted('{', { 'x-signature': sign('{') }))).status).toBe(
      400,
    )
    const unfit = '{"order":"x"}'
    expect(
      (await ask('/webhooks/paid', posted(unfit, { 'x-signature': sign(unfit) }))).status,
    ).toBe(422)
  })

  test('that is larger than the limit is a 413 before its signature is computed', async () => {
    const { ask } = await start([Webhooks], (c) => c.instance(Config, config))
    const body = JSON.stringify({ order: 'x'.repeat(64 * 1024) })
    expect((await ask('/webhooks/paid', posted(body, { 'x-signature': sign(body) }))).status).toBe(
      413,
    )
  })
})

test('a request with the same key is not repeated', async () => {
  const { ask } = await start([Payments])
  const pay = (key: string, amount: unknown) =>
    found(ask('/payments', posted({ amount }, { 'idempotency-key': key })))
  expect((await ask('/payments', posted({ amount: 1 }))).status).toBe(400)
  const twice = await Promise.all([pay('a', 5), pay('a', 5)])
  expect(twice).toEqual([
    [201, { payment: 1, amount: 5 }],
    [201, { payment: 1, amount: 5 }],
  ])
  expect(await pay('a', 5)).toEqual([201, { payment: 1, amount: 5 }])
  expect(await pay('a', 6)).toEqual([422, { error: 'This key was sent with another body.' }])
  expect(await pay('b', 5)).toEqual([201, { payment: 2, amount: 5 }])
  expect((await pay('c', 'x'))[0]).toBe(422)
  expect(await pay('c', 7)).toEqual([201, { payment: 3, amount: 7 }])
})

test('a response is cached for as long as its setting', async () => {
  class Watch extends Clock {
    time = 0
    override now() {
      return this.time
    }
  }
  const watch = new Watch()
  const { ask } = await start([Weather], (c) =>
    c.instance(Clock, watch).instance(Config, Config.of({ CACHE_FOR: '10s' })),
  )
  const asked = async (path: string) => ((await found(ask(path)))[1] as { asked: number }).asked
  expect(await asked('/weather/oslo')).toBe(1)
  expect(await asked('/weather/oslo')).toBe(1)
  expect((await ask('/weather/oslo', { method: 'HEAD' })).headers.get('content-length')).toBe('25')
  expect(await asked('/weather/oslo/now')).toBe(2)
  expect(await asked('/weather/bergen')).toBe(3)
  watch.time = 10_000
  expect(await asked('/weather/oslo')).toBe(4)
})

test('the audit trail has the marked actions and their results', async () => {
  const { ask, container } = await start([audit.Shop, audit.Orders])
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => print.mockRestore())
  await ask('/orders/7')
  await ask('/orders/7', { method: 'DELETE' })
  await ask('/orders/x', { method: 'DELETE' })
  const { entries } = container.get(audit.AuditTrail)
  await expect.poll(() => entries).toHaveLength(2)
  const facts = { action: 'cancels an order', ip: '127.0.0.1' }
  expect(entries).toEqual([
    { ...facts, status: 204, parameters: { id: '7' } },
    { ...facts, status: 422, parameters: { id: 'x' } },
  ])
})

test('all lines of one request have its data', async () => {
  const lines: LogDetails[] = []
  class Lines extends Logger {
    debug() {}
    info(_message: string, details: LogDetails = {}) {
      lines.push(details)
    }
    warn() {}
    error() {}
  }
  const { ask } = await start([logged.Shop, logged.Orders], (c) => c.instance(Logger, new Lines()))
  await Promise.all([ask('/orders/1'), ask('/orders/2')])
  const byRequest = Object.groupBy(
    lines as { request: string; id: number }[],
    ({ request }) => request,
  )
  expect(Object.values(byRequest).map((each) => each?.map(({ id }) => id))).toEqual([
    [1, 1],
    [2, 2],
  ])
})
