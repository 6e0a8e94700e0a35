import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Container, Kernel, Router } from '@fw/core'
import { expect, test } from 'vitest'
import { readDocument } from '../features/openapi/document-of.ts'
import { BookController } from './openapi/books.ts'
import { response } from './openapi/in-a-test.ts'
import { CatalogueController } from './openapi/pages.ts'
import { PaymentController } from './openapi/payments.ts'
import { AccountController } from './openapi/protected.ts'

const root = fileURLToPath(new URL('./openapi', import.meta.url))
const router = new Router()
  .register(BookController)
  .register(CatalogueController)
  .register(AccountController)
const kernel = new Kernel(new Container().boot(), router, { root, validateResponses: true })
const document = await readDocument(kernel)

test('the books of the page are described as it says', async () => {
  expect(document.paths['/books']?.['post']).toMatchObject({
    operationId: 'BookController_add',
    tags: ['Book'],
    summary: 'Puts a book on the shelf',
    description: 'One of the same number is replaced.',
  })
  expect(Object.keys(document.paths['/books']?.['post']?.responses ?? {})).toEqual([
    '201',
    '400',
    '413',
    '415',
    '422',
  ])
  expect(Object.keys(document.components.schemas)).toContain('BookOutput')
  expect(document.info).toMatchObject({ title: 'The shelf', version: '1.0.0' })
  const body = JSON.stringify({ isbn: '9780141439518', title: 'Emma' })
  const added = await kernel.fetch(new Request('http://localhost/books', { method: 'POST', body }))
  expect(added.status).toBe(201)
  const shown = await kernel.fetch(new Request('http://localhost/books/9780141439518'))
  expect(await shown.json()).toEqual({ isbn: '9780141439518', title: 'Emma', pages: null })
})

test('the exported types of the page are components under their names', async () => {
  const payments = new Router().register(PaymentController)
  const { components } = await readDocument(new Kernel(new Container().boot(), payments))
  expect(Object.keys(components.schemas)).toEqual([
    'Card',
    'Cash',
    'PageOfPayment',
    'Payment',
    'Status',
  ])
  expect(components.schemas['Status']).toMatchObject({ 'x-enum-varnames': ['Open', 'Paid'] })
})

test('the pages of the page are described as it says', () => {
  const bodies = ['/catalogue', '/catalogue/new'].map(
    (path) => document.paths[path]?.['get']?.responses['200']?.content,
  )
  expect(bodies[0]).toEqual(bodies[1])
  expect(document.paths['/catalogue/internal']).toBeUndefined()
})

test('a paginated route returns the first page, of 20', async () => {
  const first = await kernel.fetch(new Request('http://localhost/catalogue'))
  expect(await first.json()).toMatchObject({ currentPage: 1, perPage: 20 })
  const second = await kernel.fetch(new Request('http://localhost/catalogue?page=2&perPage=5'))
  expect(await second.json()).toMatchObject({ currentPage: 2, perPage: 5 })
})

test('the protected route of the page requires its scheme', () => {
  expect(document.paths['/account']?.['get']).toMatchObject({
    security: [{ bearer: [] }],
    responses: { 401: {}, 403: {} },
  })
})

test('the middleware of the page documents its effects', async () => {
  expect(document.paths['/account']?.['get']).toMatchObject({
    parameters: [{ name: 'X-Hour', in: 'header' }],
    responses: { 503: { description: 'Nothing answers GET at night.' } },
  })
  const ask = async (hour: number) => {
    const headers = { 'x-hour': String(hour) }
    return (await kernel.fetch(new Request('http://localhost/account', { headers }))).status
  }
  expect([await ask(3), await ask(12)]).toEqual([503, 200])
})

test('the difference is reported as the page shows', async () => {
  const text = readFileSync(new URL('./openapi/difference.txt', import.meta.url), 'utf8')
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ error: text.trimEnd() })
})
