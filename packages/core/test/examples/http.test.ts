import { Container, Kernel, Router } from '@fw/core'
import { expect, test } from 'vitest'
import { server } from './adapters/node.ts'
import around from './adapters/src/server.ts'
import { Answers } from './http/answers.ts'
import { Orders } from './http/orders.ts'
import { Books, Shops } from './http/prefix.ts'
import { AccountController } from './http/signed-in.ts'
import { Profiles } from './http/uploads.ts'

const router = new Router()
  .register(Orders)
  .register(Profiles)
  .register(Answers)
  .register(AccountController)
const kernel = new Kernel(new Container().boot(), router)
const ask = (path: string, init?: RequestInit) =>
  kernel.fetch(new Request(`http://localhost${path}`, init))

test('the orders of the page are bound and checked', async () => {
  expect(await (await ask('/orders/7?currency=nok')).json()).toEqual({ id: 7, currency: 'nok' })
  const body = JSON.stringify({ customer: 'A', lines: [{ quantity: 1.5 }] })
  const refused = await ask('/orders', { method: 'POST', body })
  expect([refused.status, await refused.json()]).toEqual([
    422,
    {
      errors: {
        customer: ['must be at least 2 characters.'],
        'lines.0.sku': ['is required.'],
        'lines.0.quantity': ['must be an integer.'],
      },
    },
  ])
})

test('the uploads of the page arrive', async () => {
  const form = new FormData()
  form.append('name', 'Ann')
  form.append('photo', new File(['x'], 'me.png', { type: 'image/png' }))
  expect(await (await ask('/profiles', { method: 'POST', body: form })).json()).toEqual({
    name: 'Ann',
    type: 'image/png',
    scans: 0,
  })
  expect(await (await ask('/logo', { method: 'PUT', body: form })).json()).toEqual({ bytes: 0 })
})

test('the responses are those of the page', async () => {
  expect((await ask('/page')).headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect((await ask('/old')).status).toBe(301)
  expect((await ask('/files/..%2Fpackage.json')).status).toBe(404)
  expect((await ask('/report')).headers.get('content-disposition')).toContain('report.csv')
  expect(await (await ask('/ticks')).text()).toContain('event: tick\ndata: {"count":3}\n\n')
  expect(await (await ask('/secret')).json()).toEqual({ error: 'Not for you.' })
})

test('the account of the page is only for signed-in users', async () => {
  const refused = await ask('/account')
  expect([refused.status, await refused.json()]).toEqual([401, { error: 'Sign in first.' }])
  const headers = { authorization: 'Bearer secret' }
  expect(await (await ask('/account', { headers })).json()).toEqual({ user: 'Ada' })
})

test('the server of the page starts and stops', async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/`)
  expect(await response.json()).toBe('hello')
  await server.close()
})

test('the wrapper of the kernel handles its path, and passes on the rest', async () => {
  const ask = async (path: string) => around.fetch(new Request(`http://localhost${path}`))
  expect(await (await ask('/health')).text()).toBe('ok')
  expect((await ask('/elsewhere')).status).toBe(404)
  await around[Symbol.asyncDispose]()
})

test('the prefix of a class comes before its paths, after that of the application', async () => {
  const shops = new Kernel(new Container().boot(), new Router().register(Books).register(Shops))
  const found = async (path: string) =>
    (await shops.fetch(new Request(`http://localhost/north/v1${path}`))).json()
  expect(await found('/books')).toEqual([{ shop: 'north', id: 7 }])
  expect(await found('/books/7')).toEqual({ id: 7 })
})
