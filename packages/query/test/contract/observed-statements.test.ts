import { Query, runStatement, transaction } from '@fw/query'
import type { DbQueryMessage } from '@fw/core/channels'
import { beforeEach, expect, test } from 'vitest'
import { watchChannel } from '../../../core/test/http/channels/watch-channel.ts'
import { describeDrivers } from '../drivers.ts'
import { fillPeople, peopleTables } from './people.ts'

const systems = { postgres: 'postgresql', mysql: 'mysql', sqlite: 'sqlite' }

await describeDrivers('told statements', peopleTables, (driver) => {
  const people = (connection: object = driver.connection) => new Query(connection).table('people')
  const watch = () => watchChannel<DbQueryMessage>('fw.db.query')
  const operations = (messages: readonly DbQueryMessage[]) =>
    messages.map(({ operation, table, rows }) => [operation, table, rows])

  beforeEach(() => fillPeople(driver))

  test('a query is reported without its values', async () => {
    const { messages, events } = watch()
    await people().where('name', '=', 'Ada').get()
    await people().insert({ name: 'Secret' })
    await people().where('name', '=', 'Secret').delete()
    await runStatement(driver.connection, 'SELECT id FROM people WHERE name <> ?', ['Secret'])
    expect(operations(messages)).toEqual([
      ['SELECT', 'people', expect.any(Number)],
      ['INSERT', 'people', 1],
      ['DELETE', 'people', 1],
      ['SELECT', 'people', 4],
    ])
    expect(events.slice(0, 4)).toEqual(['start', 'end', 'asyncStart', 'asyncEnd'])
    expect(new Set(messages.map(({ system }) => system))).toEqual(
      new Set([systems[driver.dialect]]),
    )
    expect(JSON.stringify(messages)).not.toMatch(/Ada|Secret/)
  })

  test('the ends of transactions and savepoints are reported', async () => {
    const { messages } = watch()
    await transaction(driver.connection, async (tx) => {
      await people(tx).insert({ name: 'one' })
      await transaction(tx, () => people(tx).insert({ name: 'two' }).then(stop)).catch(() => {})
      await transaction(tx, (inner) => people(inner).insert({ name: 'three' }))
    })
    await transaction(driver.connection, stop).catch(() => {})
    const operations = messages.map(({ operation }) => operation)
    const controls = operations.filter((word) => word !== 'RELEASE')
    const begin = driver.dialect === 'mysql' ? 'START' : 'BEGIN'
    expect(controls).toEqual(
      [begin, 'INSERT', 'SAVEPOINT', 'INSERT', 'ROLLBACK', 'SAVEPOINT', 'INSERT', 'COMMIT'].concat(
        begin,
        'ROLLBACK',
      ),
    )
    expect(operations).toContain('RELEASE')
  })

  test('a failed query is reported with its error', async () => {
    const { messages, events } = watch()
    const failing = new Query(driver.connection).table('nowhere').get()
    const failure = await failing.catch((error: unknown) => error)
    expect(messages).toMatchObject([{ operation: 'SELECT', table: 'nowhere', error: failure }])
    expect(events).toEqual(['start', 'end', 'error', 'asyncStart', 'asyncEnd'])
  })

  test('a stream is reported when it has been read or abandoned', async () => {
    const { messages, events } = watch()
    for await (const _ of people().orderBy('id').stream(undefined, 1)) break
    const left = messages.filter(({ table }) => table === 'people')
    expect(operations(left)).toEqual([['SELECT', 'people', 1]])
    await people().chunk(3, () => {})
    const all = messages.filter(({ table }) => table === 'people')
    expect(operations(all).at(-1)).toEqual(['SELECT', 'people', 4])
    expect(events.filter((event) => event === 'asyncEnd')).toHaveLength(messages.length)
  })
})

function stop(): never {
  throw new Error('stop')
}

test.each([
  ['  -- first\nselect 1', 'SELECT', undefined],
  ['/* a */ (SELECT a FROM "app"."orders")', 'SELECT', 'app.orders'],
  ['WITH x AS (SELECT 1) SELECT * FROM `y`', 'WITH', 'y'],
  ['update orders set a = 1', 'UPDATE', 'orders'],
  ['ROLLBACK TO SAVEPOINT fw_1', 'ROLLBACK', undefined],
  ['', 'OTHER', undefined],
  [`/*${'*'.repeat(1e6)}`, 'OTHER', undefined],
  ['/**/'.repeat(1e5), 'OTHER', undefined],
  ['('.repeat(1e6), 'OTHER', undefined],
])('the summary of query %#', async (sql, operation, table) => {
  const { describeSql } = await import('../../src/sql/describe-sql.ts')
  expect(describeSql(sql)).toEqual({ operation, table })
})
