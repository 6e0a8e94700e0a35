import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Query, QueryFailed, transaction } from '@fw/query'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
let file: string
let opened: DatabaseSync[]

/** A connection as the documentation opens it, which has no busy timeout. */
function open(): DatabaseSync {
  const database = new DatabaseSync(file)
  opened.push(database)
  return database
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fw-sqlite-locks-'))
  file = join(folder, 'shop.sqlite')
  opened = []
  open().exec('CREATE TABLE entries (id integer PRIMARY KEY, name text)')
})

afterEach(() => {
  for (const database of opened) database.close()
  rmSync(folder, { recursive: true })
})

const entries = (connection: object) => new Query(connection).table('entries')

async function countStreamed(connection: object): Promise<number> {
  let count = 0
  for await (const _row of entries(connection).stream()) count++
  return count
}

test('a query and a transaction wait for a lock of another connection', async () => {
  const holder = open()
  const [writer, reader] = [open(), open()]
  holder.exec('BEGIN EXCLUSIVE')
  const waiting = [
    entries(writer).insert({ name: 'one' }),
    transaction(open(), (tx) => entries(tx).insert({ name: 'two' })),
    entries(reader).count(),
    countStreamed(open()),
  ]
  const isOver = await Promise.race([Promise.allSettled(waiting).then(() => true), sleep(200)])
  expect(isOver).toBe(undefined)
  holder.exec('COMMIT')
  await Promise.all(waiting)
  expect((await entries(holder).get()).length).toBe(2)
})

test('a commit waits for the end of a reader', async () => {
  const rows = open()
  await entries(rows).insert([{ name: 'one' }, { name: 'two' }])
  const reading = rows.prepare('SELECT * FROM entries').iterate()
  reading.next()
  const writing = transaction(open(), (tx) => entries(tx).insert({ name: 'three' }))
  await sleep(100)
  reading.return?.()
  await writing
  expect(await entries(rows).count()).toBe(3)
})

test('a waiting query does not become part of a transaction that begins in the meantime', async () => {
  const [holder, connection] = [open(), open()]
  holder.exec('BEGIN IMMEDIATE')
  const waiting = entries(connection).insert({ name: 'kept' })
  const undone = transaction(connection, async (tx) => {
    await entries(tx).insert({ name: 'undone' })
    await sleep(100)
    throw new Error('undo')
  })
  holder.exec('COMMIT')
  await expect(undone).rejects.toThrow('undo')
  await waiting
  expect(await entries(holder).get()).toEqual([{ id: expect.any(Number), name: 'kept' }])
})

test('an abort ends the wait', async () => {
  const [holder, connection] = [open(), open()]
  holder.exec('BEGIN IMMEDIATE')
  const abort = new AbortController()
  const waiting = new Query(connection).table('entries').signal(abort.signal)
  const inserting = waiting.insert({ name: 'one' })
  abort.abort(new Error('enough'))
  await expect(inserting).rejects.toThrow('enough')
  holder.exec('COMMIT')
})

test('a wait ends after 5 seconds with lock-timeout', async () => {
  const [holder, connection] = [open(), open()]
  holder.exec('BEGIN IMMEDIATE')
  const failure = await entries(connection)
    .insert({ name: 'one' })
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(QueryFailed)
  expect((failure as QueryFailed).reason).toBe('lock-timeout')
  holder.exec('COMMIT')
})
