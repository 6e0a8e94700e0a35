import { InvalidQuery, type Query } from '@fw/query'
import { beforeEach, expect, test } from 'vitest'
import { describeDrivers, quotedFor, tableOf } from '../drivers.ts'
import { fillPeople, peopleTables } from './people.ts'

await describeDrivers('conditions', peopleTables, (driver) => {
  const people = () => tableOf(driver, 'people').select('name').orderBy('id')
  const names = (query: Query) => query.pluck('name')
  const expectWhere = (query: Query, where: string, params: unknown[] = []) =>
    expect(query.toSql()).toEqual({
      sql: quotedFor(driver, `SELECT "name" FROM "people" WHERE ${where} ORDER BY "id" ASC`),
      params,
    })

  beforeEach(() => fillPeople(driver))

  test('all conditions must hold', async () => {
    const query = people().where('age', '>=', 20).where('team_id', '=', 1)
    expectWhere(query, '"age" >= ? AND "team_id" = ?', [20, 1])
    expect(await names(query)).toEqual(['Ada'])
  })

  test('or has the precedence of SQL', async () => {
    const query = people().where('id', '=', 4).orWhere('team_id', '=', 1).where('age', '>', 30)
    expectWhere(query, '"id" = ? OR "team_id" = ? AND "age" > ?', [4, 1, 30])
    expect(await names(query)).toEqual(['Ada', 'Dee'])
  })

  test('a callback puts its conditions in parentheses', async () => {
    const query = people()
      .where((q) => q.where('id', '=', 4).orWhere((r) => r.where('team_id', '=', 1)))
      .where('age', '>', 40)
    expectWhere(query, '("id" = ? OR ("team_id" = ?)) AND "age" > ?', [4, 1, 40])
    expect(await names(query)).toEqual(['Dee'])
    expectWhere(
      people()
        .where('id', '=', 1)
        .where(() => {}),
      '"id" = ?',
      [1],
    )
  })

  test('one of several, none of several, and lists that are empty', async () => {
    const query = people().whereIn('id', [1, 3])
    expectWhere(query, '"id" IN (?, ?)', [1, 3])
    expect(await names(query)).toEqual(['Ada', 'Cy'])
    expect(await names(people().whereNotIn('id', [1, 3]))).toEqual(['Bob', 'Dee'])
    expect(await names(people().whereIn('id', []))).toEqual([])
    expect(await names(people().whereNotIn('id', []))).toHaveLength(4)
  })

  test('a null in a list is sent as NULL', async () => {
    expect(await names(people().whereIn('age', [20, null]))).toEqual(['Bob', 'Cy'])
    expect(await names(people().whereNotIn('age', [20, null]))).toEqual(['Ada', 'Dee'])
    expect(await names(people().whereIn('age', [null]))).toEqual(['Bob'])
    expect(await names(people().where('id', '>', 0).whereNotIn('age', [null]))).toHaveLength(3)
  })

  test('null is compared with IS NULL', async () => {
    expectWhere(people().where('age', '=', null), '"age" IS NULL')
    expect(await names(people().where('age', '=', null))).toEqual(['Bob'])
    expect(await names(people().whereNull('age'))).toEqual(['Bob'])
    expectWhere(people().where('age', '<>', null), '"age" IS NOT NULL')
    expect(await names(people().where('age', '!=', null))).toHaveLength(3)
    expect(await names(people().whereNotNull('team_id'))).toHaveLength(3)
    expect(() => people().where('age', '<', null)).toThrow(
      'where(age): < does not accept null. Use = or != with null.',
    )
  })

  test('ranges, columns and patterns', async () => {
    expect(await names(people().whereBetween('age', [20, 36]))).toEqual(['Ada', 'Cy'])
    expect(await names(people().whereColumn('id', '=', 'team_id'))).toEqual(['Ada'])
    expect(await names(people().where('name', 'like', '_ee'))).toEqual(['Dee'])
    expect(await names(people().where('name', 'NOT LIKE', '%e%'))).toEqual(['Ada', 'Bob', 'Cy'])
  })

  test('raw SQL is one condition, and its parameters are bound', async () => {
    const query = people().whereRaw('id = ? OR name = ?', [1, "x' OR 1=1 --"]).where('age', '>', 0)
    expectWhere(query, '(id = ? OR name = ?) AND "age" > ?', [1, "x' OR 1=1 --", 0])
    expect(await names(query)).toEqual(['Ada'])
    expect(await names(people().whereRaw('1 = 1 -- all of them?'))).toHaveLength(4)
  })

  test('values are in the order of their markers for any mix of conditions', async () => {
    const query = people()
      .whereRaw('id > ?', [0])
      .whereIn('id', [1, 2, 3])
      .where('name', '!=', 'Zed')
      .whereRaw('(id < ? OR id = ?)', [9, 10])
      .whereBetween('id', [1, 3])
      .whereIn('team_id', [2, 1])
    expect(query.toSql().params).toEqual([0, 1, 2, 3, 'Zed', 9, 10, 1, 3, 2, 1])
    expect(await names(query)).toEqual(['Ada', 'Bob', 'Cy'])
  })

  test('a value that is invalid for a column throws', () => {
    expect(() => people().where('id', '=', undefined)).toThrow(
      new InvalidQuery('where(id): the value is undefined. Write null for NULL.'),
    )
    expect(() => people().where('id', '=', { $gt: 0 })).toThrow(
      'where(id): a value of kind Object cannot be sent. Convert it, or wrap it in json().',
    )
    expect(() => people().where('id', '=', [1])).toThrow(
      'where(id): a list is not a single value. Use whereIn() to match one of several.',
    )
    expect(() => people().whereIn('id', [1, undefined])).toThrow(
      'whereIn(id): the value is undefined.',
    )
    expect(() => people().whereNotIn('id', [1, undefined])).toThrow(
      'whereNotIn(id): the value is undefined.',
    )
    expect(() => people().whereIn('id', [[1]])).toThrow(
      'whereIn(id): a list is not a single value.',
    )
    expect(() => people().whereBetween('id', [1, undefined])).toThrow('whereBetween(id)')
    expect(() => people().where('id', '=', Symbol('x'))).toThrow('a value of kind symbol')
    expect(() => people().where('id', '=', new Map())).toThrow('a value of kind Map')
    expect(() => people().where('id', '=', new Date(Number.NaN))).toThrow(
      'where(id): the date is invalid.',
    )
    expect(() => people().whereRaw('id = ?', [undefined])).toThrow('whereRaw(): parameter 1')
    expect(() => people().whereRaw('id = ?', [{}])).toThrow('whereRaw(): parameter 1')
  })

  test('unknown operators, directions and joins throw', () => {
    const injection = '= 1; DROP TABLE people; --'
    expect(() => people().where('id', injection, 1)).toThrow(
      `"${injection}" is not an operator of ${driver.dialect}. The operators are: =  !=  <>  <  <=  >  >=  LIKE  NOT LIKE`,
    )
    expect(() => people().whereColumn('id', '; --', 'id')).toThrow(InvalidQuery)
    expect(() => people().having('id', 'or', 1)).toThrow(InvalidQuery)
    expect(() => people().join('teams', 'a', 'x', 'b')).toThrow(InvalidQuery)
    expect(() => people().orderBy('id', 'asc, 1')).toThrow(
      'orderBy(): "asc, 1" is not a direction. Use asc or desc.',
    )
    expect(() => people().join('teams', 'a', '=', 'b', 'natural' as never)).toThrow(
      'join(): "natural" is not a type of join. Use inner, left, right, full.',
    )
    expect(() => people().join('teams', () => {})).toThrow(
      'join(teams): the callback adds no condition. Call whereColumn() in it.',
    )
    expect(() => people().limit(-1)).toThrow(
      'limit(): the number of rows must be an integer of 0 or more.',
    )
    expect(() => people().offset('1; --' as never)).toThrow('offset()')
    expect(() => (people().where as (...args: unknown[]) => void)('id', 1)).toThrow(InvalidQuery)
    expect(() => (people().where as (...args: unknown[]) => void)('id')).toThrow(
      'The operator is missing. Write it after the column: where("age", ">=", 18).',
    )
    expect(() => people().where('id', '__proto__', 1)).toThrow(InvalidQuery)
    expect(() => people().where('id', 'constructor', 1)).toThrow(InvalidQuery)
  })

  test('more values than the database accepts are rejected before they are sent', async () => {
    const values = Array.from({ length: 70_000 }, (_, index) => index)
    await expect(people().whereIn('id', values).get()).rejects.toThrow(
      /^The query has 70000 values; \w+ takes at most \d+\. Split a long whereIn\(\) list/,
    )
  })
})
