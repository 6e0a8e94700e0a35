import { inspect } from 'node:util'
import { Query, QueryFailed, transaction } from '@fw/query'
import { expect, test } from 'vitest'
import { describeDrivers, type Driver } from '../drivers.ts'

const postgres = [
  `CREATE TYPE color AS ENUM ('red', 'blue')`,
  `CREATE TABLE holders (id int, big bigint, small smallint, name varchar(5), color color, day date,
    at timestamp, price numeric(4, 2), ratio real, key uuid, note text UNIQUE, data jsonb, list int[])`,
]
const mysql = [
  `CREATE TABLE holders (id int, big bigint, small smallint, name varchar(5), color enum('red', 'blue'), day date,
    at datetime, price decimal(4, 2), ratio float, \`key\` uuid, old varchar(10) CHARACTER SET utf8mb3)`,
]
const sqlite = [
  'CREATE TABLE holders (id int, big int, small int, name text, day text, price real, data blob) STRICT',
  'CREATE TABLE numbered (id integer PRIMARY KEY)',
]

/** Values that a column cannot hold, by column. */
const stored: Record<Driver['dialect'], [column: string, value: unknown][]> = {
  postgres: [
    ['id', 3_000_000_000],
    ['id', 'secret'],
    ['id', 1.5],
    ['big', 2n ** 70n],
    ['small', -40_000],
    ['name', 'too long a secret'],
    ['name', 'a\0b'],
    ['color', 'secret'],
    ['day', '2026-02-30'],
    ['day', 'secret'],
    ['at', '9999999-01-01'],
    ['price', 1000],
    ['ratio', 1e39],
    ['key', 'secret'],
    ['note', Array.from({ length: 9000 }, (_, index) => (index * 7919) % 10_007).join('')],
    ['data', { text: '\0' }],
    ['list', [3_000_000_000]],
  ],
  mysql: [
    ['id', 3_000_000_000],
    ['id', 'secret'],
    ['big', 2n ** 70n],
    ['small', -40_000],
    ['name', 'too long a secret'],
    ['color', 'secret'],
    ['day', '2026-02-30'],
    ['day', 'secret'],
    ['at', '10001-01-01'],
    ['price', 1000],
    ['ratio', 1e39],
    ['key', 'secret'],
    ['old', '😀'],
  ],
  sqlite: [
    ['id', 'secret'],
    ['id', 1.5],
    ['big', 2n ** 70n],
    ['name', new Uint8Array(2)],
    ['data', 'secret'],
  ],
}

/** Values with which a column cannot be compared. */
const compared: Record<Driver['dialect'], [column: string, value: unknown][]> = {
  postgres: stored.postgres.filter(([column]) => !['name', 'price', 'note'].includes(column)),
  mysql: [['old', '😀']],
  sqlite: [['big', 2n ** 70n]],
}

await describeDrivers(
  'invalid values',
  (dialect) => ({ postgres, mysql, sqlite })[dialect],
  (driver) => {
    const holders = (connection: object = driver.connection) =>
      new Query(connection).table('holders')

    const failureOf = async (work: Promise<unknown>): Promise<QueryFailed> => {
      const failure = await work.catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(QueryFailed)
      expect(failure).toMatchObject({ reason: 'invalid-value' })
      expect(`${inspect(failure, { depth: 9, showHidden: false })}`).not.toContain('secret')
      return failure as QueryFailed
    }

    test('a value that a column cannot store has a reason', async () => {
      for (const [column, value] of stored[driver.dialect]) {
        const insert = () => holders().insert({ [column]: value })
        await failureOf(insert())
        // The second time it may be prepared.
        const failure = await failureOf(insert())
        if (driver.dialect === 'mysql') expect(failure.column).toBe(column)
        await failureOf(
          holders()
            .signal(new AbortController().signal)
            .insert({ [column]: value }),
        )
        await failureOf(
          transaction(driver.connection, (tx) => holders(tx).insert({ [column]: value })),
        )
      }
      expect(await holders().count()).toBe(0)
    })

    test('a value that cannot be compared with a column has a reason', async () => {
      for (const [column, value] of compared[driver.dialect]) {
        const name = column === 'data' || column === 'list' ? 'id' : column
        const wrong = column === 'data' || column === 'list' ? 'secret' : value
        await failureOf(holders().where(name, '=', wrong).get())
        await failureOf(holders().where(name, '=', wrong).delete())
        await failureOf(holders().where(name, '=', wrong).stream().next())
      }
    })

    test('a string as a number of rows', async () => {
      if (driver.dialect !== 'sqlite') return
      await failureOf(new Query(driver.connection).table('numbered').insert({ id: 'secret' }))
    })

    test('an error in the query is not an invalid value', async () => {
      const failure = await holders()
        .where('no_such_column', '=', 1)
        .get()
        .catch((error: unknown) => error)
      expect(failure).toMatchObject({ reason: 'other' })
    })
  },
)
