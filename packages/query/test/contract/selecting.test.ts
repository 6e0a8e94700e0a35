import { InvalidQuery, NotSupported, Query } from '@fw/query'
import { beforeEach, expect, test } from 'vitest'
import { describeDrivers, quotedFor, tableOf } from '../drivers.ts'
import { fillPeople, peopleTables } from './people.ts'

await describeDrivers('selecting', peopleTables, (driver) => {
  const people = () => tableOf(driver, 'people')
  const names = async (query: Query) => (await query.get<{ name: string }>()).map((row) => row.name)
  const expectSql = (query: Query, sql: string, params: unknown[] = []) =>
    expect(query.toSql()).toEqual({ sql: quotedFor(driver, sql), params })

  beforeEach(() => fillPeople(driver))

  test('all columns of a table', async () => {
    const query = people().where('id', '=', 1)
    expectSql(query, 'SELECT * FROM "people" WHERE "id" = ?', [1])
    expect(await query.get()).toStrictEqual([
      { id: 1, name: 'Ada', age: 36, team_id: 1, email: 'ada@example.com', visits: 0 },
    ])
  })

  test('columns with aliases, and all of one table', async () => {
    const query = tableOf(driver, 'people as p').select('p.name as who', 'p.age').limit(1)
    query.orderBy('p.id')
    expectSql(
      query,
      'SELECT "p"."name" AS "who", "p"."age" FROM "people" AS "p" ORDER BY "p"."id" ASC LIMIT 1',
    )
    expect(await query.get()).toStrictEqual([{ who: 'Ada', age: 36 }])
    expectSql(people().select('people.*'), 'SELECT "people".* FROM "people"')
  })

  test('raw expressions with parameters, before all other values', async () => {
    const query = people().where('id', '=', 1).selectRaw('visits + ? AS later', [5])
    query.select('name')
    expectSql(query, 'SELECT visits + ? AS later, "name" FROM "people" WHERE "id" = ?', [5, 1])
    expect(await query.get()).toStrictEqual([{ later: 5, name: 'Ada' }])
  })

  test('an expression needs no table', async () => {
    const query = new Query(driver.connection).selectRaw('1 AS one')
    expect(await query.first()).toStrictEqual({ one: 1 })
  })

  test('tables are joined by comparing columns', async () => {
    const query = people()
      .select('people.name', 'teams.name as team')
      .join('teams', 'teams.id', '=', 'people.team_id')
      .where('teams.name', '=', 'blue')
    expectSql(
      query,
      'SELECT "people"."name", "teams"."name" AS "team" FROM "people" ' +
        'INNER JOIN "teams" ON "teams"."id" = "people"."team_id" WHERE "teams"."name" = ?',
      ['blue'],
    )
    expect(await query.get()).toStrictEqual([{ name: 'Cy', team: 'blue' }])
  })

  test('a left join keeps rows without a match, and a callback adds conditions', async () => {
    const query = people()
      .select('people.name', 't.name as team')
      .leftJoin('teams as t', (on) =>
        on.whereColumn('t.id', '=', 'people.team_id').where('t.name', '=', 'red'),
      )
      .orderBy('people.id')
    expectSql(
      query,
      'SELECT "people"."name", "t"."name" AS "team" FROM "people" LEFT JOIN "teams" AS "t" ' +
        'ON "t"."id" = "people"."team_id" AND "t"."name" = ? ORDER BY "people"."id" ASC',
      ['red'],
    )
    expect(await query.get()).toStrictEqual([
      { name: 'Ada', team: 'red' },
      { name: 'Bob', team: 'red' },
      { name: 'Cy', team: null },
      { name: 'Dee', team: null },
    ])
    const right = people().join('teams', 'teams.id', '=', 'people.team_id', 'right')
    expectSql(
      right,
      'SELECT * FROM "people" RIGHT JOIN "teams" ON "teams"."id" = "people"."team_id"',
    )
    const full = () => people().join('teams', 'teams.id', '=', 'people.age', 'full')
    if (driver.dialect === 'mysql') {
      expect(full).toThrow(
        new NotSupported(
          'mysql does not support full joins. Use a union() of a left and a right join.',
        ),
      )
    } else expect(await full().count()).toBe(6)
  })

  test('groups are filtered by columns and by expressions', async () => {
    const query = people()
      .select('team_id')
      .selectRaw('COUNT(*) AS size')
      .groupBy('team_id')
      .having('team_id', '!=', 2)
      .havingRaw('COUNT(*) > ?', [1])
    expectSql(
      query,
      'SELECT "team_id", COUNT(*) AS size FROM "people" GROUP BY "team_id" ' +
        'HAVING "team_id" != ? AND (COUNT(*) > ?)',
      [2, 1],
    )
    expect(await query.get()).toStrictEqual([{ team_id: 1, size: 2 }])
    expect(await query.count()).toBe(1)
  })

  test('rows are sorted as requested', async () => {
    expect(await names(people().orderBy('name', 'desc'))).toEqual(['Dee', 'Cy', 'Bob', 'Ada'])
    expect(
      await names(people().orderBy('team_id', 'ASC').orderBy('id', 'DESC').whereNotNull('team_id')),
    ).toEqual(['Bob', 'Ada', 'Cy'])
  })

  test('a raw order may have parameters', async () => {
    const query = people().orderByRaw('CASE WHEN name = ? THEN 0 ELSE 1 END', ['Cy']).orderBy('id')
    expect(await names(query)).toEqual(['Cy', 'Ada', 'Bob', 'Dee'])
  })

  test('limit and offset restrict the rows, even an offset alone', async () => {
    const query = people().orderBy('id').limit(2).offset(1)
    expectSql(query, 'SELECT * FROM "people" ORDER BY "id" ASC LIMIT 2 OFFSET 1')
    expect(await names(query)).toEqual(['Bob', 'Cy'])
    expect(await names(people().orderBy('id').offset(3))).toEqual(['Dee'])
    expect(await names(people().limit(0))).toEqual([])
  })

  test('distinct rows', async () => {
    const query = people().select('team_id').distinct().whereNotNull('team_id')
    expectSql(query, 'SELECT DISTINCT "team_id" FROM "people" WHERE "team_id" IS NOT NULL')
    expect(await query.get()).toHaveLength(2)
    expect(await query.count()).toBe(2)
  })

  test('one row or null, and the number of rows', async () => {
    expect(await people().orderBy('id').first()).toMatchObject({ name: 'Ada' })
    expect(await people().where('id', '=', 99).first()).toBeNull()
    expect(await people().where('team_id', '=', 1).orderBy('id').limit(1).count()).toBe(2)
    expect(await people().where('id', '=', 99).count()).toBe(0)
  })

  test('whether there are rows, and the values of one column', async () => {
    expect(await people().where('age', '>', 50).exists()).toBe(true)
    expect(await people().where('age', '>', 90).exists()).toBe(false)
    expect(await people().groupBy('team_id').select('team_id').exists()).toBe(true)
    expect(await people().orderBy('id').pluck('people.age')).toEqual([36, null, 20, 51])
  })

  test('a query is used as a table, as a list, and as a condition', async () => {
    const adults = people().where('age', '>', 30)
    const query = new Query(driver.connection)
      .table(adults, 'adults')
      .where('adults.name', '=', 'Ada')
    expectSql(
      query,
      'SELECT * FROM (SELECT * FROM "people" WHERE "age" > ?) AS "adults" WHERE "adults"."name" = ?',
      [30, 'Ada'],
    )
    expect(await names(query)).toEqual(['Ada'])

    const red = tableOf(driver, 'teams').select('id').where('name', '=', 'red')
    const members = people()
      .where('id', '>', 0)
      .whereIn('team_id', red)
      .where('id', '<', 9)
      .orderBy('id')
    expectSql(
      members,
      'SELECT * FROM "people" WHERE "id" > ? AND "team_id" IN (SELECT "id" FROM "teams" WHERE "name" = ?) ' +
        'AND "id" < ? ORDER BY "id" ASC',
      [0, 'red', 9],
    )
    expect(await names(members)).toEqual(['Ada', 'Bob'])

    const own = tableOf(driver, 'teams').whereColumn('teams.id', '=', 'people.team_id')
    expect(await names(people().whereNotExists(own))).toEqual(['Dee'])
    expect(await people().whereExists(own).whereNotIn('team_id', red).pluck('name')).toEqual(['Cy'])
  })

  test('unions keep each row once or all of them, with a separate order and limit', async () => {
    const part = (id: number) => people().select('name').where('id', '=', id)
    const once = part(1).union(part(1)).union(part(2)).orderBy('name', 'desc').limit(5)
    expectSql(
      once,
      'SELECT "name" FROM "people" WHERE "id" = ? UNION SELECT "name" FROM "people" WHERE "id" = ? ' +
        'UNION SELECT "name" FROM "people" WHERE "id" = ? ORDER BY "name" DESC LIMIT 5',
      [1, 1, 2],
    )
    expect(await names(once)).toEqual(['Bob', 'Ada'])
    expect(await part(1).unionAll(part(1)).count()).toBe(2)
    const youngest = people().select('name').whereNotNull('age').orderBy('age').limit(1)
    expect(await names(part(4).union(youngest).orderBy('name'))).toEqual(['Cy', 'Dee'])
  })

  test('a named query is used as a table, even if it refers to itself', async () => {
    const query = new Query(driver.connection)
      .with('red', people().where('team_id', '=', 1))
      .table('red')
      .where('id', '>', 1)
    expectSql(
      query,
      'WITH "red" AS (SELECT * FROM "people" WHERE "team_id" = ?) SELECT * FROM "red" WHERE "id" > ?',
      [1, 1],
    )
    expect(await names(query)).toEqual(['Bob'])

    const start = new Query(driver.connection).selectRaw('1 AS n')
    const next = new Query(driver.connection).table('numbers').selectRaw('n + 1').where('n', '<', 4)
    const numbers = new Query(driver.connection)
      .with('numbers', start.unionAll(next), { recursive: true })
      .table('numbers')
    expect(await numbers.pluck('n')).toEqual([1, 2, 3, 4])
  })

  test('calls add to an instance, and running it does not change it', async () => {
    const query = people().where('team_id', '=', 1)
    await query.count()
    await query.first()
    await query.exists()
    await query.pluck('name')
    await query.paginate(1, 2)
    await query.cursorPaginate(1, '1')
    expectSql(query, 'SELECT * FROM "people" WHERE "team_id" = ?', [1])
    query.where('age', '>', 1)
    expectSql(query, 'SELECT * FROM "people" WHERE "team_id" = ? AND "age" > ?', [1, 1])
  })

  test('a query without a table, and an invalid sub-query, throw', async () => {
    const query = new Query(driver.connection).where('id', '=', 1)
    await expect(query.get()).rejects.toThrow(
      new InvalidQuery('The query has no table. Call table(name).'),
    )
    expect(() => people().whereExists({} as never)).toThrow(
      'A sub-query must be a Query. Pass it without calling get().',
    )
    expect(() => people().union('x' as never)).toThrow(
      'union(): the other part must be a Query. Pass it without calling get().',
    )
    expect(() => new Query(driver.connection).table(people(), undefined as never)).toThrow(
      'table(): a query as a table needs an alias.',
    )
  })
})
