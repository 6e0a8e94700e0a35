import { DatabaseSync } from 'node:sqlite'
import { InvalidQuery, Query, UnknownConnection, type DialectName } from '@fw/query'
import { expect, test } from 'vitest'
import { verifies } from '../../../../spec/verifies.ts'
import { describeDrivers } from '../drivers.ts'

await describeDrivers(
  'dialects',
  () => [],
  (driver) => {
    verifies(['query.dialect-detected', 'query.to-sql'], 'the connection tells its dialect', () => {
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
  },
)

verifies(['query.dialect-given', 'query.dialect-names'], 'a dialect that is given wins', () => {
  const database = new DatabaseSync(':memory:')
  expect(new Query(database, 'mysql').table('t').toSql().sql).toBe('SELECT * FROM `t`')
  expect(new Query(database, 'postgres').table('t').where('a', 'ilike', 'x').toSql().sql).toBe(
    'SELECT * FROM "t" WHERE "a" ILIKE ?',
  )
  expect(() => new Query(database, 'oracle' as DialectName)).toThrow(
    new InvalidQuery('"oracle" is no dialect. Use postgres, mysql or sqlite.'),
  )
})

test('with a dialect, statements can be written for a connection that nobody knows', async () => {
  const query = () => new Query({}, 'mysql').table('t')
  expect(query().limit(1).toSql()).toEqual({ sql: 'SELECT * FROM `t` LIMIT 1', params: [] })
  await expect(query().get()).rejects.toThrow(UnknownConnection)
  await expect(query().stream().next()).rejects.toThrow(UnknownConnection)
})

test('each dialect has operators of its own', () => {
  const operators = { postgres: '~*', mysql: 'rlike', sqlite: 'glob' } as const
  for (const [dialect, operator] of Object.entries(operators)) {
    const query = () => new Query({}, dialect as DialectName).table('t')
    expect(query().where('a', operator, 'x').toSql().sql).toContain(` ${operator.toUpperCase()} ?`)
    const foreign = Object.values(operators).find((other) => other !== operator) as string
    expect(() => query().where('a', foreign, 'x')).toThrow(`is no operator of ${dialect}`)
  }
})
