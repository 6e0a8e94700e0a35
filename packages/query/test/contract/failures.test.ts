import { inspect } from 'node:util'
import { Query, QueryFailed, transaction, UnknownConnection } from '@fw/query'
import { expect, test } from 'vitest'
import { describeDrivers, tableOf } from '../drivers.ts'

await describeDrivers(
  'failures',
  () => [
    'CREATE TABLE parents (id int PRIMARY KEY, email varchar(50) UNIQUE, age int NOT NULL, CHECK (age < 200))',
    'CREATE TABLE children (id int PRIMARY KEY, parent_id int, FOREIGN KEY (parent_id) REFERENCES parents (id))',
    `INSERT INTO parents VALUES (1, 'secret@example.com', 40)`,
  ],
  (driver) => {
    const parents = () => tableOf(driver, 'parents')
    const failureOf = async (work: Promise<unknown>): Promise<QueryFailed> => {
      const error = await work.then(
        () => undefined,
        (failure: unknown) => failure,
      )
      expect(error).toBeInstanceOf(QueryFailed)
      const failure = error as QueryFailed
      const shown = `${inspect(failure, { depth: 9 })} ${failure.stack} ${JSON.stringify(failure)}`
      expect(shown).not.toContain('secret')
      expect(failure.message).toContain(`\nSQL: ${failure.sql}`)
      return failure
    }

    test('a duplicate value', async () => {
      const work = parents().insert({ id: 2, email: 'secret@example.com', age: 1 })
      const failure = await failureOf(work)
      expect(failure).toMatchObject({ reason: 'unique-violation' })
      expect(failure.sql).toMatch(/^INSERT INTO .parents. \(/)
      if (driver.dialect === 'sqlite') {
        expect(failure).toMatchObject({ code: 'SQLITE_2067', table: 'parents', column: 'email' })
      } else {
        expect(failure.constraint).toMatch(/email/)
      }
      expect(inspect(failure.driverError)).toMatch(/unique|duplicate/i)
    })

    test('missing references, missing values, and checks', async () => {
      if (driver.dialect === 'sqlite') await driver.exec('PRAGMA foreign_keys = ON')
      const orphan = tableOf(driver, 'children').insert({ id: 1, parent_id: 99 })
      expect(await failureOf(orphan)).toMatchObject({ reason: 'foreign-key-violation' })
      const missing = parents().insert({ id: 3, age: null })
      expect(await failureOf(missing)).toMatchObject({
        reason: 'not-null-violation',
        column: 'age',
      })
      const unchecked = parents().insert({ id: 3, age: 200 })
      expect(await failureOf(unchecked)).toMatchObject({ reason: 'check-violation' })
    })

    if (driver.dialect === 'postgres') {
      test('an overlap that an exclusion constraint forbids', async () => {
        await driver.exec(
          'CREATE TABLE stays (days int4range, CONSTRAINT no_overlap EXCLUDE USING gist (days WITH &&))',
        )
        await tableOf(driver, 'stays').insert({ days: '[1,5)' })
        const failure = await failureOf(tableOf(driver, 'stays').insert({ days: '[4,8)' }))
        expect(failure).toMatchObject({
          reason: 'exclusion-violation',
          code: '23P01',
          constraint: 'no_overlap',
        })
        await driver.exec('DROP TABLE stays')
      })
    }

    test('a table that does not exist', async () => {
      const failure = await failureOf(tableOf(driver, 'tickets').insert({ id: 1 }))
      expect(failure).toMatchObject({ reason: 'missing-table' })
      expect(failure.message).toMatch(
        /^[^\n]*tickets[^\n]*(?<!\.)\. If a migration creates it, run: npx fw migrate\.\nSQL: /,
      )
    })

    test('constraint, table and column are reported if the database reports them', async () => {
      if (driver.dialect === 'sqlite') await driver.exec('PRAGMA foreign_keys = ON')
      const detailsOf = async (work: Promise<unknown>) => {
        const { constraint, table, column } = await failureOf(work)
        return { constraint, table, column }
      }
      const found = [
        await detailsOf(parents().insert({ id: 2, email: 'secret@example.com', age: 1 })),
        await detailsOf(tableOf(driver, 'children').insert({ id: 1, parent_id: 99 })),
        await detailsOf(parents().insert({ id: 3, age: 200 })),
        await detailsOf(parents().insert({ id: 3, age: null })),
      ]
      const none = { constraint: undefined, table: undefined, column: undefined }
      const constraint = expect.any(String) as string
      const named = { ...none, constraint }
      const expected = {
        postgres: [
          { ...named, table: 'parents' },
          { ...named, table: 'children' },
          { ...named, table: 'parents' },
          { ...none, table: 'parents', column: 'age' },
        ],
        mysql: [named, named, named, { ...none, column: 'age' }],
        sqlite: [
          { ...none, table: 'parents', column: 'email' },
          none,
          none,
          { ...none, table: 'parents', column: 'age' },
        ],
      }
      expect(found).toEqual(expected[driver.dialect])
    })

    test('names that do not exist are shown, and values are not', async () => {
      const column = await failureOf(parents().where('no_such_column', '=', 'secret').get())
      expect(column.message).toContain('no_such_column')
      const table = await failureOf(
        tableOf(driver, 'no_such_table').where('a', '=', 'secret').get(),
      )
      expect(table.message).toContain('no_such_table')
      const syntax = await failureOf(parents().whereRaw('FROM ?', ['secret']).get())
      expect(syntax.reason).toBe('other')
    })

    test('a value of the wrong type is not shown', async () => {
      if (driver.dialect === 'sqlite') return
      const text = "secret ' for key 'secret"
      const failure = await failureOf(parents().insert({ id: 4, age: text }))
      expect(failure.message).toContain('…')
      if (driver.dialect === 'postgres') {
        await failureOf(parents().where('age', '=', 'secret').get())
        await failureOf(parents().where('id', '=', 'secret').update({ age: 2 }))
      }
    })

    test('the error points to the line that ran the query', async () => {
      const failure = await failureOf(runBadly())
      expect(failure.stack).toMatch(/runBadly/)
      async function runBadly() {
        await parents().where('no_such_column', '=', 1).get()
      }
    })

    test('the error for an invalid connection lists the supported ones', () => {
      for (const odd of [{}, null, undefined, 5, 'postgres://x', { query() {} }, () => {}]) {
        expect(() => new Query(odd as object)).toThrow(UnknownConnection)
      }
      expect(() => new Query(new Map())).toThrow(
        'A connection of type Map is not supported. Pass a Pool or Client of "pg"',
      )
      expect(() => new Query(new Database())).toThrow(
        'A connection of type Database is not supported.',
      )
      expect(() => new Query(5 as never)).toThrow('A connection of type number')
    })

    test('a query that fails in a transaction fails the transaction', async () => {
      const work = transaction(driver.connection, async (tx) => {
        await new Query(tx).table('parents').insert({ id: 50, age: 1 })
        await new Query(tx).table('parents').insert({ id: 50, email: 'secret', age: 1 })
      })
      expect(await failureOf(work)).toMatchObject({ reason: 'unique-violation' })
      expect(await parents().count()).toBe(1)
    })

    test('a long query is truncated only in the message', async () => {
      const list = Array.from({ length: 1000 }, (_, index) => index)
      const query = parents().whereIn('no_such_column', list)
      const failure = await query.get().catch((error: unknown) => error as QueryFailed)
      expect((failure as QueryFailed).message.length).toBeLessThan(1300)
      expect((failure as QueryFailed).message).toMatch(/ …$/)
      expect((failure as QueryFailed).sql.length).toBeGreaterThan(3000)
    })
  },
)

/** The common members of `bun:sqlite`, `better-sqlite3` and `node:sqlite`. */
class Database {
  readonly inTransaction = false

  prepare(): void {}
  exec(): void {}
  aggregate(): void {}
}
