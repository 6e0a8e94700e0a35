import { readFileSync } from 'node:fs'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Config, Container, createApp } from '@fw/core'
import { runFw } from '../support/fw-process.ts'
import { temporaryApplication } from '../support/temporary-application.ts'

const example = (path: string) => new URL(`./container/${path}`, import.meta.url)

const printed: string[] = []
beforeEach(() => {
  printed.length = 0
  const log = vi.spyOn(console, 'log')
  log.mockImplementation((...values) => void printed.push(values.map(String).join(' ')))
  onTestFinished(() => log.mockRestore())
})

test('the application is created from its constructors and its bootstrap, and disposes its services', async () => {
  const { kernel, container } = await createApp(example('.'))
  const headers = { 'x-user': 'ada@example.com' }

  const response = await kernel.fetch(
    new Request('http://localhost/orders/tea', { method: 'POST', headers }),
  )
  await container[Symbol.asyncDispose]()

  expect([response.status, await response.json()]).toEqual([201, { sku: 'tea', price: 30 }])
  expect(printed).toEqual([
    `${container.get(Config).string('MAIL_HOST', 'localhost')}: to ada@example.com: You have ordered tea.`,
    'localhost: closed',
  ])
})

test('asynchronous work of a request is done in a method', async () => {
  const { kernel } = await createApp(example('.'))
  const ask = (token: string) =>
    kernel.fetch(new Request('http://localhost/profile', { headers: { 'x-token': token } }))

  expect(await (await ask('secret')).json()).toEqual({ name: 'Ada' })
  expect((await ask('wrong')).status).toBe(401)
})

test('the program without discovery prints what the page says', async () => {
  await import('./container/by-hand.ts')

  expect(printed).toEqual(['nobody@example.com: You have ordered tea.'])
})

test('the services of the page about disposal are disposed, the last one first', async () => {
  await import('./container/disposal.ts')

  expect(printed).toEqual(['pool ended', 'database closed'])
  expect(new Container().has(Container)).toBe(true)
})

test('without its bootstrap the application fails with the error of the page', async () => {
  const source = (path: string) => readFileSync(example(path), 'utf8')
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/mailer.ts': source('src/mailer.ts'),
    'src/orders.ts': source('src/orders.ts'),
    'src/current-user.ts': source('src/current-user.ts'),
  })

  expect((await runFw(root, ['serve'])).stderr).toBe(source('missing.txt'))
})
