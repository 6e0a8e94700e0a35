import { DatabaseSync } from 'node:sqlite'
import * as queryPackage from '@fw/query'
import { Query } from '@fw/query'
import { expect, test } from 'vitest'

class Person {
  constructor(
    readonly id: number,
    readonly name: string,
  ) {}
}

const database = new DatabaseSync(':memory:')
database.exec('CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL)')
database.exec("INSERT INTO people VALUES (1, 'Ann')")
const people = () => new Query(database).table('people')

test('the rows are plain data, and changing them writes nothing', async () => {
  const row = await people().first<{ id: number; name: string }>()
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
  const person = await people().first(Person)
  expect(Object.keys(person as Person)).toEqual(['id', 'name'])
  Object.assign(row as object, { name: 'Bob' })
  Object.assign(person as object, { name: 'Cleo' })
  expect(await people().get()).toEqual([{ id: 1, name: 'Ann' }])
})

const clauses =
  'table select selectRaw distinct join leftJoin where orWhere whereIn whereNotIn whereNull whereNotNull ' +
  'whereBetween whereColumn whereExists whereNotExists whereRaw groupBy having havingRaw orderBy ' +
  'orderByRaw limit offset union unionAll with forUpdate forShare skipLocked noWait all signal'
const reads = 'get first count exists pluck paginate cursorPaginate stream chunk toSql'
const writes = 'insert insertGetId insertReturning upsert update increment delete'
const functions = 'configureConnection dialectOf json runStatement transaction'
const classes =
  'CommitUncertain Conditions CursorPaginator Database DriverNotInstalled InvalidQuery InvalidRow Json ' +
  'MisplacedConnection NotSupported Paginator Query ' +
  'QueryFailed Transaction TransactionLost TransactionOver UnknownConnection'

test('all exports build and run queries: no relationships, no migrations', () => {
  expect(methods(Query.prototype)).toEqual(words(`${clauses} ${reads} ${writes}`))
  expect(Object.keys(queryPackage).toSorted()).toEqual(words(`${functions} ${classes}`))
})

function words(text: string): string[] {
  return text.split(' ').toSorted()
}

/** The names of an object and of what it inherits from. */
function methods(object: object): string[] {
  const names = new Set<string>()
  for (let each = object; each !== Object.prototype; each = Object.getPrototypeOf(each) as object) {
    for (const name of Object.getOwnPropertyNames(each)) names.add(name)
  }
  return [...names].filter((name) => name !== 'constructor').toSorted()
}
