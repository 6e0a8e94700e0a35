import {
  CommandRegistry,
  Container,
  EventDispatcher,
  EventListenerRegistry,
  Hydrator,
  Kernel,
  Messages,
  Router,
} from '@fw/core'
import { CommandRunner } from '@fw/core/console'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { McpTestClient } from '@fw/core/testing'
import { expect, test, vi } from 'vitest'
import { readDocument } from '../features/openapi/document-of.ts'
import { Customers } from './decorators/response-data.ts'
import { BookSold, Shop } from './decorators/called.ts'
import { Reservation, Reservations } from './decorators/checks.ts'
import { Child, Person } from './decorators/constraints.ts'
import { Books } from './decorators/documented.ts'
import { Signups, Texts } from './decorators/messages.ts'
import { Reports } from './decorators/custom.ts'
import { Carts } from './decorators/routes.ts'
import { Offer } from './decorators/transforms.ts'

const listeners = new EventListenerRegistry().register(Shop)
const container = new Container().instance(EventListenerRegistry, listeners).boot()
const router = new Router()
  .register(Carts)
  .register(Books)
  .register(Reports)
  .register(Reservations)
  .register(Customers)
const kernel = new Kernel(container, router)

async function ask(method: string, path: string, body?: string): Promise<[number, string]> {
  const request = new Request(`http://localhost${path}`, { method, ...(body && { body }) })
  const response = await kernel.fetch(request)
  return [response.status, await response.text()]
}

test('the routes of the page respond', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
  expect(await ask('GET', '/carts/1?currency=USD')).toEqual([200, '{"id":1,"currency":"USD"}'])
  const cart = '{"lines":[{"sku":"A"}]}'
  expect(await ask('POST', '/carts', cart)).toEqual([201, cart])
  expect(await ask('PUT', '/carts/1', cart)).toEqual([200, '{"id":1,"lines":1}'])
  expect(await ask('PATCH', '/carts/1/lines', '[{"sku":"A"}]')).toEqual([200, '{"id":1,"added":1}'])
  expect(await ask('DELETE', '/carts/1')).toEqual([204, ''])
  expect(log.mock.calls).toEqual([['Cart 1 is gone.']])
  log.mockRestore()
})

test('the constraints of the page refuse the values that it shows', () => {
  const wrong = {
    id: '1',
    name: ' ',
    email: 'ada',
    password: 'short',
    age: 0,
    country: 'no',
    mails: 'none',
    homepage: 'home',
    children: [{}],
  }
  expect(() => new Hydrator().hydrate(Person, wrong)).toThrow(
    expect.objectContaining({
      errors: {
        id: ['must be a valid UUID.'],
        name: ['must not be blank.'],
        email: ['must be a valid email address.'],
        password: ['must be at least 8 characters.'],
        age: ['must be greater than 0.'],
        country: ['must match the pattern ^[A-Z]{2}$.'],
        mails: ['must be one of: text, html.'],
        homepage: ['must be a valid URL.'],
        'children.0.name': ['is required.'],
      },
    }),
  )
  const right = { ...wrong, id: '00000000-0000-0000-0000-000000000000', name: 'Ada', age: 36 }
  const person = new Hydrator().hydrate(Person, {
    ...right,
    email: 'ada@example.com',
    password: 'long enough',
    country: 'NO',
    mails: 'text',
    homepage: null,
    children: [{ name: 'Byron' }],
  })
  expect(person.children).toEqual([new Child('Byron')])
})

test('the document has the additions of the decorators of the page', async () => {
  const { paths, components } = await readDocument(kernel)
  expect(Object.keys(paths)).not.toContain('/books/internal')
  expect(Object.keys(paths['/books/{id}']?.['get']?.responses ?? {})).toContain('404')
  expect(components.schemas['PaginatorOfBook']).toMatchObject({
    properties: { data: { items: { $ref: '#/components/schemas/Book' } } },
  })
  expect(paths['/reports/sales']?.['post']).toMatchObject({
    deprecated: true,
    parameters: [{ name: 'days', schema: { multipleOf: 2 } }],
  })
})

test('the decorators that the page defines are discovered', async () => {
  expect(await ask('POST', '/reports/sales')).toEqual([202, '{"days":2}'])
  expect(await ask('POST', '/reports/sales?days=3')).toEqual([
    422,
    '{"errors":{"days":["must be even."]}}',
  ])
})

test('the tools, commands, jobs and listeners of the page are called', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
  await container.get(EventDispatcher).dispatch(new BookSold(7))
  const runner = new CommandRunner(new CommandRegistry().register(Shop), container)
  expect(await runner.run(['books:import', 'books.csv', '--dry-run'])).toBe(0)
  expect(log.mock.calls).toEqual([['Book 7 is sold.'], ['Would read books.csv.']])
  log.mockRestore()

  const registry = new McpRegistry().register(Shop)
  const agent = new McpTestClient(new McpServer(registry, new McpDispatcher(container)))
  const found = await agent.callTool('find_book', { title: 'Emma' })
  expect(found.content).toEqual([{ type: 'text', text: 'Emma in eu' }])
  expect((await agent.readResource('books://7'))[0]?.text).toBe('Book 7')
})

test('transforms', () => {
  const offer = { email: ' Ada@B.de', title: ' Tea ', country: 'at', price: 1.239 }
  const changed = { email: 'ada@b.de', title: 'Tea', country: 'AT', price: 1.24 }
  expect(new Hydrator().hydrate(Offer, offer)).toEqual(changed)
})

test('the checks of the page', async () => {
  const stay = { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }
  const wrong = { email: ' ada@b.de', room: '7', stay }
  expect(await ask('POST', '/reservations', JSON.stringify(wrong))).toEqual([
    422,
    '{"errors":{"stay.to":["must be after from."],"room":["is taken."]}}',
  ])
  const right = { ...wrong, room: '8', stay: { ...stay, to: '2026-01-03T00:00:00Z' } }
  expect(await ask('POST', '/reservations', JSON.stringify(right))).toEqual([
    200,
    '"Room 8 is yours."',
  ])
  const hydrator = new Hydrator(container)
  expect(await hydrator.hydrateAsync(Reservation, right)).toBeInstanceOf(Reservation)
})

test('response data', async () => {
  const ada = { given: 'Ada', family: 'Lovelace' }
  const sent = JSON.stringify({ ...ada, password: 'difference' })
  expect(await ask('POST', '/customers', sent)).toEqual([
    200,
    JSON.stringify({ ...ada, name: 'Ada Lovelace' }),
  ])
  expect(await ask('GET', '/customers')).toEqual([200, '[{"family":"Lovelace"}]'])
})

test('the messages of the page', async () => {
  const own = new Container().instance(Messages, new Texts()).boot()
  const signups = new Kernel(own, new Router().register(Signups), { errorDetails: true })
  const request = new Request('http://localhost/signups', {
    method: 'POST',
    headers: { 'accept-language': 'de-CH, en;q=0.5' },
    body: JSON.stringify({ name: 'A', email: 'x', age: 17 }),
  })
  expect(await (await signups.fetch(request)).json()).toMatchObject({
    errors: {
      name: ['braucht mindestens 2 Zeichen.'],
      email: ['We need it to write to you.'],
      age: ['You have to be 18 years old.'],
    },
    details: [{ key: 'name', code: 'min-length', parameters: { n: 2 } }, {}, { code: 'min' }],
  })
})
