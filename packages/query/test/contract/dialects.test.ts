import { DatabaseSync } from 'node:sqlite'
import { InvalidQuery, Query, UnknownConnection, type DialectName } from '@fw/query'
import { describe, expect, test } from 'vitest'
import { describeDrivers } from '../drivers.ts'

await describeDrivers(
  'dialects',
  () => [],
  (driver) => {
    test('the dialect is taken from the connection', () => {
      const marks = { postgres: '"', mysql: '`', sqlite: '"' }
      const mark = marks[driver.dialect]
      const query = new Query(driver.connection)
        .table('t')
        .where('a', '=', 'x')
        .whereIn('b', [1, 2])
      expect(query.toSql()).toEqual({
        sql: `SELECT * FROM ${mark}t${mark} WHERE ${mark}a${mark} = ? AND ${mark}b${mark} IN (?, ?)`,
        params: ['x', 1, 2],
      })
    })

    if (driver.dialect !== 'mysql') return
    test('an upsert refers to the new values by VALUES(), because MariaDB has no row alias', async () => {
      const lines = new Query(driver.connection).table('no_such_lines')
      await expect(lines.upsert({ id: 1, text: 'a' }, ['id'])).rejects.toMatchObject({
        sql: 'INSERT INTO `no_such_lines` (`id`, `text`) VALUES (?, ?) ON DUPLICATE KEY UPDATE `text` = VALUES(`text`)',
      })
    })
  },
)

test('a passed dialect takes precedence', () => {
  const database = new DatabaseSync(':memory:')
  expect(new Query(database, 'mysql').table('t').toSql().sql).toBe('SELECT * FROM `t`')
  expect(new Query(database, 'postgres').table('t').where('a', 'ilike', 'x').toSql().sql).toBe(
    'SELECT * FROM "t" WHERE "a" ILIKE ?',
  )
  expect(() => new Query(database, 'oracle' as DialectName)).toThrow(
    new InvalidQuery('"oracle" is not a dialect. Use postgres, mysql or sqlite.'),
  )
})

test('with a dialect, queries can be written for an unknown connection', async () => {
  const query = () => new Query({}, 'mysql').table('t')
  expect(query().limit(1).toSql()).toEqual({ sql: 'SELECT * FROM `t` LIMIT 1', params: [] })
  await expect(query().get()).rejects.toThrow(UnknownConnection)
  await expect(query().stream().next()).rejects.toThrow(UnknownConnection)
})

test('each dialect has its own operators', () => {
  const operators = { postgres: '~*', mysql: 'rlike', sqlite: 'glob' } as const
  for (const [dialect, operator] of Object.entries(operators)) {
    const query = () => new Query({}, dialect as DialectName).table('t')
    expect(query().where('a', operator, 'x').toSql().sql).toContain(` ${operator.toUpperCase()} ?`)
    const foreign = Object.values(operators).find((other) => other !== operator) as string
    expect(() => query().where('a', foreign, 'x')).toThrow(`is not an operator of ${dialect}`)
  }
})

/** SQL that both MySQL 8 and MariaDB accept, if each has another way as well. */
describe('the SQL of MySQL is that of MariaDB too', () => {
  const lines = () => new Query({}, 'mysql').table('lines')

  test('a shared lock uses the older clause, and the newer one only with its options', () => {
    const text = (query: Query) => query.toSql().sql
    expect(text(lines().forShare())).toBe('SELECT * FROM `lines` LOCK IN SHARE MODE')
    expect(text(lines().forShare().skipLocked())).toBe(
      'SELECT * FROM `lines` FOR SHARE SKIP LOCKED',
    )
    expect(text(lines().forUpdate().noWait())).toBe('SELECT * FROM `lines` FOR UPDATE NOWAIT')
  })

  test('an insert returns no rows', async () => {
    await expect(lines().insertReturning({ id: 1 })).rejects.toThrow(
      'mysql cannot return rows from an insert. Use insertGetId() and read the row.',
    )
  })
})
