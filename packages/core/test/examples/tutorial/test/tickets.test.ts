import { type Application, Principal } from '@fw/core'
import { actingAs } from '@fw/core/testing'
import { beforeEach, expect, test } from 'vitest'
import { createDesk, openTicket } from './desk.ts'

const customer = 'ada@example.com'
const staff = new Principal({ id: 'bob' })
let desk: Application

beforeEach(async () => {
  desk = await createDesk()
})

test('a customer opens a ticket, and the staff closes it', async () => {
  const ticket = { customer, subject: 'It is broken.' }
  const opened = await openTicket(desk, ticket)
  expect(opened.status).toBe(201)
  expect(await opened.json()).toMatchObject({ id: 1, status: 'open' })

  const request = new Request('http://localhost/tickets/1/close', {
    method: 'POST',
  })
  const closed = await desk.kernel.fetch(actingAs(request, staff))
  expect(await closed.json()).toMatchObject({ id: 1, status: 'closed' })
})

test('only the staff sees tickets', async () => {
  const request = new Request('http://localhost/tickets')
  const { status } = await desk.kernel.fetch(request)
  expect(status).toBe(401)
})

test('a ticket without a subject is rejected', async () => {
  const rejected = await openTicket(desk, { customer, subject: ' ' })
  expect(rejected.status).toBe(422)
  expect(await rejected.json()).toEqual({
    errors: { subject: ['must not be blank.'] },
  })
})
