import { DatabaseSync } from 'node:sqlite'

import { Query } from '@fw/query'
import { beforeEach, expect, test } from 'vitest'

let database: DatabaseSync

beforeEach(() => {
  database = new DatabaseSync(':memory:')
  database.exec(
    'CREATE TABLE pings (id INTEGER PRIMARY KEY, scenario TEXT NOT NULL, ponged_at TEXT)',
  )
})

const pings = () => new Query(database).table('pings')

test('a row that was inserted can be read, changed, counted and deleted', async () => {
  const id = await pings().insertGetId({ scenario: 'direct' })
  await pings().insert([{ scenario: 'queued' }, { scenario: 'cron' }])

  expect(await pings().where('id', '=', id).first()).toEqual({
    id: 1,
    scenario: 'direct',
    ponged_at: null,
  })
  expect(await pings().where('id', '=', id).update({ ponged_at: '2026-01-01 00:00:00' })).toBe(1)
  expect(await pings().where('ponged_at', '!=', null).count()).toBe(1)
  expect(await pings().where('scenario', '=', 'cron').delete()).toBe(1)
  expect(await pings().get<{ scenario: string }>()).toHaveLength(2)
})

test('toSql shows the text with markers and the values in their order', () => {
  const query = pings()
    .where('id', '>', 3)
    .where((q) => q.where('scenario', '=', 'direct').orWhere('pings.ponged_at', '=', null))
  expect(query.toSql()).toEqual({
    sql: 'SELECT * FROM "pings" WHERE "id" > ? AND ("scenario" = ? OR "pings"."ponged_at" IS NULL)',
    params: [3, 'direct'],
  })
})

test('update and delete without a condition are refused', async () => {
  await expect(pings().delete()).rejects.toThrow(
    'delete() without a condition would touch every row.',
  )
  await expect(pings().all().delete()).resolves.toBe(0)
})
