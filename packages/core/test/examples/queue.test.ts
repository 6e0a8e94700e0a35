import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { createApp } from '@fw/core'
import { MemoryQueue, Queue, Worker } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { expect, test } from 'vitest'
import { runFw } from '../support/fw-process.ts'
import { importableApplication, temporaryApplication } from '../support/temporary-application.ts'
import { finish } from './queue/by-hand.ts'
import { signUp } from './queue/in-a-transaction.ts'
import { Charge } from './queue/src/charge.ts'
import { Mailer } from './queue/src/mailer.ts'
import { Payments } from './queue/src/payments.ts'
import { SendWelcome } from './queue/src/send-welcome.ts'

const page = new URL('./queue/', import.meta.url)

test('a request pushes the job of the page, which stays in the queue', async () => {
  const queue = new MemoryQueue()
  const app = await createApp(page, {
    bootstrap: (container) => void container.instance(Queue, queue),
  })
  const response = await app.kernel.fetch(
    new Request('http://localhost/sign-ups', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"ada@example.com"}',
    }),
  )
  expect(response.status).toBe(202)
  expect(await queue.stats()).toMatchObject([{ queue: 'default', delayed: 1 }])
})

test('a worker runs the job of the page', async () => {
  const queue = new MemoryQueue()
  const { container } = await createApp(page, {
    bootstrap: (c) => void c.instance(Queue, queue),
  })
  const stop = new AbortController()
  await queue.push(new SendWelcome('ada@example.com', new Date('2026-07-01T00:00:00Z')))
  const running = new Worker(queue, container).run(stop.signal)
  const { sent } = container.get(Mailer)
  await expect.poll(() => sent).toEqual(['ada@example.com: Welcome! You joined us in 2026.'])
  stop.abort()
  await running
})

test('the job with settings fails permanently, and reports it', async () => {
  const queue = new MemoryQueue()
  const { container } = await createApp(page, {
    bootstrap: (c) => void c.instance(Queue, queue),
  })
  const stop = new AbortController()
  const [first, again] = await queue.pushAll([new Charge(7, 5000), new Charge(7, 5000)])
  expect(again).toBe(first)
  const running = new Worker(queue, container, { queues: ['payments'] }).run(stop.signal)
  const { entries } = container.get(Payments)
  await expect
    .poll(() => entries)
    .toEqual(['1: 5000 for order 7', 'order 7 released: The card of order 7 was declined.'])
  await expect.poll(() => queue.failed()).toMatchObject([{ job: 'orders.charge', attempts: 1 }])
  stop.abort()
  await running
})

test('the program without discovery runs its job', async () => {
  expect(await finish()).toEqual(['ada@example.com: Welcome! You joined us in 2026.'])
})

test('the job of a transaction is added with the row', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE people (email TEXT PRIMARY KEY)')
  const queue = new DatabaseQueue(database)
  await queue.createTable()
  await signUp(database, queue, 'ada@example.com')
  await expect(signUp(database, queue, 'ada@example.com')).rejects.toThrow()
  expect(await queue.stats()).toMatchObject([{ waiting: 1 }])
})

test('the bootstrap of the page gives the application its own queue', async () => {
  const root = importableApplication({
    'package.json': '{ "type": "module" }',
    'src/bootstrap.ts': example('bootstrap.ts').replace("'shop.sqlite'", "':memory:'"),
  })
  const { container } = await createApp(root)
  expect(container.get(Queue)).toBe(container.get(DatabaseQueue))
})

test('the command line prints what the page shows', async () => {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    '.env': example('example.env'),
    'src/send-welcome.ts': example('src/send-welcome.ts'),
    'src/mailer.ts': example('src/mailer.ts'),
  })
  const database = new DatabaseSync(`${root}/jobs.sqlite`)
  await new DatabaseQueue(database).createTable()
  database.exec(`INSERT INTO fw_jobs (id, queue, job, payload, attempts, max_attempts, failed_at, message)
    VALUES (17, 'default', 'SendWelcome', '{}', 3, 3, 0, 'The mail server does not answer.')`)
  let printed = ''
  for (const [line] of example('session.txt').matchAll(/^\$ fw .*$/gm)) {
    printed += `${line}\n${(await runFw(root, line.split(' ').slice(2))).stdout}`
  }
  expect(printed).toBe(example('session.txt'))
})

function example(file: string): string {
  return readFileSync(fileURLToPath(new URL(file, page)), 'utf8')
}
