import { InvalidQuery, Query } from '@fw/query'
import { expect, test } from 'vitest'
import { describeDrivers, quotedFor } from '../drivers.ts'

const hostileNames = [
  'plain',
  'select',
  'two words',
  'a"b',
  'a`b',
  "a'b",
  'x"; DROP TABLE victims; --',
  'x`; DROP TABLE victims; --',
  'x" = "x" OR 1=1 --',
  '$1',
  '?',
  'ünïcödé',
  '名前',
  'back\\slash',
  'tab\there',
  'a]b',
  '/* x */',
]

await describeDrivers(
  'names',
  () => ['CREATE TABLE victims (id int)'],
  (driver) => {
    test('any name is quoted as a name', async () => {
      for (const name of hostileNames) {
        const mark = driver.dialect === 'mysql' ? '`' : '"'
        const quoted = mark + name.replaceAll(mark, mark + mark) + mark
        await driver.exec(`CREATE TABLE ${quoted} (${quoted} int)`)
        const table = () => new Query(driver.connection).table(name)
        await table().insert([{ [name]: 1 }, { [name]: 2 }])
        expect(await table().where(name, '=', 1).increment(name, 10)).toBe(1)
        const query = table()
          .select(name)
          .where(`${name}.${name}`, '>', 2)
          .groupBy(name)
          .orderBy(name)
        expect(await query.get()).toEqual([{ [name]: 11 }])
        expect(await table().orderBy(name).pluck(name)).toEqual([2, 11])
        await driver.exec(`DROP TABLE ${quoted}`)
      }
      expect(await new Query(driver.connection).table('victims').count()).toBe(0)
    })

    test('each segment is quoted by itself', () => {
      const query = new Query(driver.connection).table('a.b').select('b.c', 'd AS e', 'b.*', '*')
      expect(query.toSql().sql).toBe(
        quotedFor(driver, 'SELECT "b"."c", "d" AS "e", "b".*, * FROM "a"."b"'),
      )
    })

    test('an alias may have whitespace around it, and must be a whole name', () => {
      const space = ' \t\n'.repeat(10_000)
      const columns = [`a${space}As${space}b c`, 'd as', 'as e', `f${space}`, 'g as  as h']
      const query = new Query(driver.connection).table('t').select(...columns)
      expect(query.toSql().sql).toBe(
        quotedFor(
          driver,
          `SELECT "a" AS "b c", "d as", "as e", "f${space}", "g" AS "as h" FROM "t"`,
        ),
      )
    })

    test('an invalid name throws', () => {
      const victims = () => new Query(driver.connection).table('victims')
      const refusal = 'is not a valid name: a segment is empty or contains a NUL character.'
      for (const name of ['', '.', 'a..b', 'a.', '.a', 'a\0b']) {
        expect(() => victims().orderBy(name).toSql()).toThrow(`${JSON.stringify(name)} ${refusal}`)
      }
      expect(() =>
        new Query(driver.connection)
          .table('t')
          .select(1 as never)
          .toSql(),
      ).toThrow(new InvalidQuery('The name of a table or column must be a string, not number.'))
      expect(() =>
        new Query(driver.connection)
          .table('t')
          .where({} as never, '=', 1)
          .toSql(),
      ).toThrow('The name of a table or column must be a string, not object.')
    })
  },
)
