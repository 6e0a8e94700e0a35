import { DatabaseSync } from 'node:sqlite'
import { InvalidQuery, Query } from '@fw/query'
import { afterEach, expect, test } from 'vitest'
import { describeDrivers, tableOf } from './drivers.ts'

class Event {
  constructor(readonly at: Date) {}
}

test('times of SQLite are read with their time zone, or in UTC without one', async () => {
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
  await expect(events().where('id', '=', 99).get(Event)).rejects.toThrow('at must be a date-time.')
})

test('a time stored as CURRENT_TIMESTAMP compares with a Date', async () => {
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

class Stored {
  constructor(
    readonly local: Date,
    readonly zoned: Date,
  ) {}
}

const columns = {
  postgres: 'local timestamp(3), zoned timestamptz(3)',
  mysql: 'local datetime(3), zoned datetime(3)',
  sqlite: 'local text, zoned text',
}

const inAll = [100, 1800, 1890, 2026, 9998]
// pg reads and writes all years; the others, and postgres.js, refuse some.
const odd = [-4000, -43, -1, 0, 1, 50, 99, 10_000, 200_000]

const { TZ } = process.env

afterEach(() => {
  if (TZ === undefined) delete process.env['TZ']
  else process.env['TZ'] = TZ
})

await describeDrivers(
  'years',
  (dialect) => [`CREATE TABLE years (id integer, ${columns[dialect]})`],
  (driver) => {
    const years = () => tableOf(driver, 'years')

    // The offset of New York had seconds before 1883.
    for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
      test(`a time of any year is returned unchanged, or refused, in ${zone}`, async () => {
        process.env['TZ'] = zone
        for (const year of [...inAll, ...odd]) {
          const at = new Date(Date.UTC(2000, 2, 3, 4, 5, 6, 789))
          at.setUTCFullYear(year)
          await years().all().delete()
          const written = years().insert({ id: year, local: at, zoned: at })
          if (isRefused(driver.name, year)) {
            await expect(written).rejects.toThrow(InvalidQuery)
            await expect(written).rejects.toThrow(` to 9999, but one of the values is in ${year}.`)
            continue
          }
          await written
          const [found] = await years().get(Stored)
          expect(found).toEqual({ local: at, zoned: at })
          expect(await years().where('zoned', '=', at).count()).toBe(1)
        }
      })
    }
  },
)

function isRefused(driver: string, year: number): boolean {
  if (driver === 'pg' || driver === 'PipelinedPool') return false
  return year > 9999 || year < (driver === 'node:sqlite' ? 0 : 100)
}
