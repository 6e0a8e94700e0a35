import { readFileSync } from 'node:fs'
import { Body, Email, Post } from '@fw/core'
import { expect, test } from 'vitest'
import { json, kernelOf } from '../http/serving.ts'
import { ShopErrors as TicketErrors, Tickets } from './decorators/errors.ts'
import { documentOf } from '../features/openapi/document-of.ts'
import { kernel as problems } from './error-handling/problems.ts'
import { OwnForm } from './error-handling/own-form.ts'
import { Orders, ShopErrors } from './error-handling/src/shop-errors.ts'

async function answer(response: Response): Promise<[number, unknown]> {
  return [response.status, await response.json()]
}

test('the handlers of the page format its errors', async () => {
  const { kernel } = kernelOf([ShopErrors, Orders])
  const ask = async (path: string) =>
    answer(await kernel.fetch(new Request(`http://localhost${path}`)))
  expect(await ask('/orders/7')).toEqual([
    404,
    { code: 'order-missing', id: 7, help: '/help?path=/orders/7' },
  ])
  expect(await ask('/orders/7/items')).toEqual([
    409,
    { error: 'Order 7 waits for the next delivery.' },
  ])
})

class User {
  constructor(@Email() readonly email: string) {}
}

class Users {
  @Post('/users')
  create(@Body() body: { user: User }): string {
    throw new TypeError(body.user.email)
  }
}

test('the custom format of the page applies to all errors, including validation', async () => {
  const { kernel } = kernelOf([OwnForm, Users])
  const ask = async (path: string, body?: unknown) =>
    answer(await kernel.fetch(new Request(`http://localhost${path}`, json(body ?? '{'))))
  expect(await ask('/users', { user: { email: 'nobody' } })).toEqual([
    422,
    { errors: { email: ['must be a valid email address.'] } },
  ])
  expect(await ask('/users')).toEqual([
    400,
    { errors: { request: ['The request body is not valid JSON.'] } },
  ])
  expect(await ask('/nowhere')).toEqual([
    404,
    { errors: { request: ['No route matches POST /nowhere.'] } },
  ])
  expect(await ask('/users', { user: { email: 'a@b.co' } })).toEqual([
    500,
    { errors: { request: ['Something went wrong.'] } },
  ])
})

test('the problem details of the page are sent as it shows', async () => {
  const ask = (path: string) => problems.fetch(new Request(`http://localhost${path}`))
  const credit = await ask('/accounts/credit')
  const shown = readFileSync(new URL('./error-handling/credit.json', import.meta.url), 'utf8')
  expect(credit.headers.get('content-type')).toBe('application/problem+json')
  expect(await answer(credit)).toEqual([403, JSON.parse(shown)])
  expect(await answer(await ask('/accounts/locked'))).toEqual([
    423,
    { type: 'about:blank', title: 'Locked', status: 423, detail: 'Ask the bank.' },
  ])
})

test('the document has the responses of the handlers of the page', async () => {
  const { paths } = await documentOf([ShopErrors, Orders])
  expect(paths['/orders/{id}']?.['get']?.responses['404']).toEqual({
    description: 'There is no such order.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Missing' } } },
  })
  expect(paths['/orders/{id}/items']?.['get']?.responses['409']).toMatchObject({
    content: { 'application/json': { schema: { properties: { error: {} } } } },
  })
})

test('the handler of the decorator reference formats its error', async () => {
  const { kernel } = kernelOf([TicketErrors, Tickets])
  const response = await kernel.fetch(new Request('http://localhost/tickets'))
  expect(await answer(response)).toEqual([409, { soldOut: 'Come back in March.' }])
})
