import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { createApp } from '@fw/core'
import { MemoryQueue, Queue } from '@fw/queue'
import { Scheduler } from '@fw/schedule'
import { expect, test } from 'vitest'
import { runFw } from '../support/fw-process.ts'
import { temporaryApplication } from '../support/temporary-application.ts'
import { ticks } from './schedules/next.ts'
import { Ledger } from './schedules/src/ledger.ts'

const page = new URL('./schedules/', import.meta.url)

test('the methods of the page run when they are due, and its job is pushed', async () => {
  const queue = new MemoryQueue()
  const { container } = await createApp(page, {
    bootstrap: (c) => void c.instance(Queue, queue),
  })
  let now = Date.parse('2026-03-27T12:00:00Z')
  const stop = new AbortController()
  const running = new Scheduler(container, { now: () => now }).run(stop.signal)
  const { entries } = container.get(Ledger)
  now = Date.parse('2026-03-27T12:01:00Z')
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const night = Date.parse('2026-03-28T01:30:00Z')
  now = night
  await expect
    .poll(() => entries)
    .toEqual(expect.arrayContaining(['closed from the start to 2026-03-28T01:30:00.000Z']))
  // On that day 02:30 does not exist in Oslo.
  now = night + 24 * 60 * 60 * 1000
  await expect
    .poll(() => entries)
    .toEqual(
      expect.arrayContaining(['closed from 2026-03-28T01:30:00.000Z to 2026-03-29T01:00:00.000Z']),
    )
  expect(entries).toContain('refreshed')
  now = Date.parse('2026-03-30T05:00:00Z')
  await expect.poll(() => queue.stats()).toMatchObject([{ waiting: 1 }])
  stop.abort()
  await running
})

test('the program prints the ticks of the page', () => {
  expect(ticks.map((tick) => tick.toISOString())).toEqual([
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ])
})

test('the command line prints what the page shows', async () => {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    '.env': example('example.env'),
    ...Object.fromEntries(
      ['reports', 'ledger', 'send-digest'].map((name) => [
        `src/${name}.ts`,
        example(`src/${name}.ts`),
      ]),
    ),
  })
  let printed = ''
  for (const [line] of example('session.txt').matchAll(/^\$ fw .*$/gm)) {
    printed += `${line}\n${(await runFw(root, line.split(' ').slice(2))).stdout}`
  }
  expect(printed).toBe(example('session.txt'))
  const database = new DatabaseSync(`${root}/shop.sqlite`)
  const rows = database.prepare('SELECT name FROM fw_schedules ORDER BY name').all()
  expect(rows.map(({ name }) => name)).toEqual(['Reports.refresh', 'digest'])
})

function example(file: string): string {
  return readFileSync(fileURLToPath(new URL(file, page)), 'utf8')
}
