import { Query } from '@fw/query'
import { createPool } from 'mysql2/promise'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createMysqlDatabase } from './databases/scratch-database.ts'
import { describeWith } from './databases/servers.ts'
import { describeDrivers, tableOf } from './drivers.ts'

class Text {
  constructor(readonly day: string) {}
}

class Plain {
  constructor(readonly day: Temporal.PlainDate) {}
}

const zones = [
  'UTC',
  'Asia/Tokyo',
  'Pacific/Kiritimati',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'Europe/Amsterdam',
  'Europe/London',
  'Africa/Monrovia',
]
// Midnight does not exist in São Paulo on 2018-11-04.
const days = ['1000-01-01', '1840-06-15', '1883-11-17', '1900-01-01', '1935-07-01', '1969-12-31']
const laterDays = ['1970-01-01', '2018-11-04', '2026-01-01', '2026-07-31', '9999-12-31']
const all = [...days, ...laterDays]

const { TZ } = process.env

afterEach(() => {
  if (TZ === undefined) delete process.env['TZ']
  else process.env['TZ'] = TZ
})

await describeDrivers(
  'days',
  (dialect) => [
    `CREATE TABLE days (day ${dialect === 'sqlite' ? 'text' : 'date'})`,
    `CREATE TABLE times (day ${dialect === 'mysql' ? 'datetime' : 'timestamp'})`,
  ],
  (driver) => {
    beforeAll(async () => {
      for (const day of all) {
        await driver.exec(`INSERT INTO days VALUES ('${day}')`)
      }
    })

    for (const zone of zones) {
      test(`a day is the same in ${zone}`, async () => {
        process.env['TZ'] = zone
        expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
        const stored = () => tableOf(driver, 'days').orderBy('day')
        expect((await stored().get(Text)).map(({ day }) => day)).toEqual(all)
        expect((await stored().get(Plain)).map(({ day }) => String(day))).toEqual(all)
        const streamed: string[] = []
        for await (const { day } of stored().stream(Plain)) streamed.push(String(day))
        expect(streamed).toEqual(all)
      })
    }

    test('the day of a time is its day in the database', async () => {
      // Times of SQLite are strings, which are no days.
      if (driver.dialect === 'sqlite') return
      process.env['TZ'] = 'America/Los_Angeles'
      const times = ['2026-01-31 00:00:00', '2026-01-31 23:30:00']
      for (const time of times) await driver.exec(`INSERT INTO times VALUES ('${time}')`)
      const found = await tableOf(driver, 'times').get(Plain)
      expect(found.map(({ day }) => String(day))).toEqual(['2026-01-31', '2026-01-31'])
    })
  },
)

class Local {
  constructor(
    readonly at: Temporal.PlainDateTime,
    readonly changed: Temporal.PlainDateTime,
  ) {}
}

await describeWith('mysql', 'days of connections with a time zone', (server) => {
  for (const timezone of ['local', 'Z', '+09:00', '-05:30']) {
    const open = async () => {
      process.env['TZ'] = 'America/Los_Angeles'
      const database = await createMysqlDatabase(server)
      const pool = createPool({ uri: database.url, timezone, connectionLimit: 1 })
      onTestFinished(async () => {
        await pool.end()
        await database.drop()
      })
      return pool
    }

    test(`a day is the same on a connection in ${timezone}`, async () => {
      const pool = await open()
      await pool.query('CREATE TABLE days (day date)')
      for (const day of laterDays) await pool.query('INSERT INTO days VALUES (?)', [day])
      // Repeated queries take another path in the driver.
      for (let round = 0; round < 3; round++) {
        const stored = await new Query(pool).table('days').orderBy('day').get(Text)
        expect(stored.map(({ day }) => day)).toEqual(laterDays)
      }
    })

    test(`a local time is the same on a connection in ${timezone}`, async () => {
      const pool = await open()
      await pool.query('CREATE TABLE visits (at datetime(3), changed timestamp(3))')
      const visits = () => new Query(pool).table('visits')
      const local = Temporal.PlainDateTime.from('2026-01-31T23:30:05.123')
      await visits().insert({ at: String(local), changed: String(local) })
      for (let round = 0; round < 3; round++) {
        expect(await visits().get(Local)).toEqual([new Local(local, local)])
      }
      for await (const visit of visits().stream(Local)) {
        expect(visit).toEqual(new Local(local, local))
      }
    })
  }
})
