import { DatabaseSync } from 'node:sqlite'
import { Query } from '@fw/query'
import { expect, test } from 'vitest'
import { verifies } from '../../../spec/verifies.ts'

class Event {
  constructor(readonly at: Date) {}
}

verifies(
  'query.sqlite-times',
  'times of SQLite are read with their zone, and without one in UTC',
  async () => {
    const database = new DatabaseSync(':memory:')
    database.exec('CREATE TABLE events (id integer PRIMARY KEY, at text)')
    const events = () => new Query(database).table('events')
    const times = {
      '2026-01-02': '2026-01-02T00:00:00.000Z',
      '2026-01-02 03:04': '2026-01-02T03:04:00.000Z',
      '2026-01-02 03:04:05': '2026-01-02T03:04:05.000Z',
      '2026-01-02T03:04:05.678901': '2026-01-02T03:04:05.678Z',
      '2026-01-02 03:04:05+02': '2026-01-02T01:04:05.000Z',
      '2026-01-02 03:04:05 -0530': '2026-01-02T08:34:05.000Z',
      '2026-01-02T03:04:05.5+02:00': '2026-01-02T01:04:05.500Z',
      '2026-01-02T03:04:05z': '2026-01-02T03:04:05.000Z',
    }
    await events().insert(Object.keys(times).map((at) => ({ at })))
    const found = await events().orderBy('id').get(Event)
    expect(found.map(({ at }) => at.toISOString())).toEqual(Object.values(times))
    await events().insert({ id: 99, at: 'yesterday' })
    await expect(events().where('id', '=', 99).get(Event)).rejects.toThrow(
      'at must be a date-time.',
    )
  },
)

test('what a statement stores as CURRENT_TIMESTAMP compares with a Date', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE events (at text DEFAULT CURRENT_TIMESTAMP)')
  const events = () => new Query(database).table('events')
  const before = new Date(Date.now() - 5000)
  await events().insert({})
  expect(
    await events()
      .where('at', '>', before)
      .where('at', '<', new Date(Date.now() + 5000))
      .count(),
  ).toBe(1)
})
