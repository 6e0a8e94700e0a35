import { Container, Get, JsonLogger, Kernel, Router } from '@fw/core'
import { Metrics } from '@fw/telemetry'
import { expect, test } from 'vitest'
import { Account } from './observability/account.ts'
import { Shop } from './observability/shop.ts'
import { seen } from './observability/subscribed.ts'

test('a subscriber sees each request by its template', async () => {
  class Orders {
    @Get('/orders/{id}')
    show(id: string) {
      return id
    }
  }
  const kernel = new Kernel(new Container().boot(), new Router().register(Orders))
  await kernel.fetch(new Request('http://localhost/orders/7'))
  await expect.poll(() => seen).toEqual(['GET /orders/{id} 200'])
})

test('the counters of an application are among its metrics', async () => {
  const container = new Container().boot()
  const kernel = new Kernel(container, new Router().register(Shop))
  await kernel.fetch(new Request('http://localhost/buy/poetry'))
  const { metrics } = await container.get(Metrics).collect()
  expect(metrics).toMatchObject([{ name: 'shop_sold_total', series: [[['poetry'], [1]]] }])
})

test('sensitive data is not written', () => {
  let line = ''
  new JsonLogger({ write: (text) => void (line += text) }).info('Seen', {
    account: new Account('Ada', '1234'),
  })
  expect(JSON.parse(line)).toMatchObject({ account: { name: 'Ada', pin: '[redacted]' } })
})
