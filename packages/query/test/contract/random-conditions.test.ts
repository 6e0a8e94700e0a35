import { Conditions, Query } from '@fw/query'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { describeDrivers, tableOf } from '../drivers.ts'

interface Item {
  readonly id: number
  readonly a: number
  readonly b: number | null
  readonly s: string
}

/** SQL's third truth value is null. */
type Truth = boolean | null

/** A condition, as calls of the builder and as a function of JavaScript. */
interface Condition {
  add(q: Conditions, or: boolean): unknown
  evaluate(item: Item): Truth
}

const words = [
  '',
  'x',
  "O'Brien",
  '"',
  '`',
  '?',
  '??',
  '$1',
  '\\',
  '%',
  '; DROP TABLE items; --',
  'ü',
]

const items: Item[] = Array.from({ length: 60 }, (_, id) => ({
  id,
  a: (id * 7) % 11,
  b: id % 4 === 0 ? null : (id * 5) % 9,
  s: words[id % words.length] as string,
}))

const numbers = fc.integer({ min: -1, max: 12 })

const comparators: Record<string, (left: number, right: number) => boolean> = {
  '=': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<>': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
}

const column = fc.constantFrom('a' as const, 'b' as const)

/** All methods except `where` are joined with OR in a separate callback. */
function joined(add: (q: Conditions) => unknown): Condition['add'] {
  return (q, or) => (or ? q.orWhere((r) => void add(r)) : add(q))
}

function onNumber(
  name: 'a' | 'b',
  test: (value: number) => boolean,
  add: Condition['add'],
): Condition {
  return {
    add,
    evaluate: (item) => {
      const value = item[name]
      return value === null ? null : test(value)
    },
  }
}

const comparison = fc
  .tuple(column, fc.constantFrom(...Object.keys(comparators)), numbers)
  .map(([name, operator, value]) =>
    onNumber(
      name,
      (other) => (comparators[operator] as (typeof comparators)[string])(other, value),
      (q, or) => (or ? q.orWhere(name, operator, value) : q.where(name, operator, value)),
    ),
  )

const nullness = fc.tuple(column, fc.boolean()).map(([name, isNull]): Condition => ({
  add: (q, or) => {
    const operator = isNull ? '=' : '!='
    return or ? q.orWhere(name, operator, null) : q.where(name, operator, null)
  },
  evaluate: (item) => (item[name] === null) === isNull,
}))

const list = fc
  .tuple(column, fc.array(fc.option(numbers), { maxLength: 5 }), fc.boolean())
  .map(([name, values, not]): Condition => ({
    add: joined((q) => (not ? q.whereNotIn(name, values) : q.whereIn(name, values))),
    evaluate: (item) => {
      const value = item[name]
      if (values.length === 0) return not
      // A null in the list asks for rows without a value.
      if (value === null) return values.includes(null) ? !not : null
      return values.includes(value) !== not
    },
  }))

const range = fc.tuple(column, numbers, numbers).map(([name, from, to]) =>
  onNumber(
    name,
    (value) => value >= from && value <= to,
    joined((q) => q.whereBetween(name, [from, to])),
  ),
)

const text = fc.constantFrom(...words, 'absent').map((word): Condition => ({
  add: (q, or) => (or ? q.orWhere('s', '=', word) : q.where('s', '=', word)),
  evaluate: (item) => item.s === word,
}))

const columns = fc.constantFrom('<', '=', '>').map((operator): Condition => ({
  add: joined((q) => q.whereColumn('a', operator, 'b')),
  evaluate: (item) =>
    item.b === null
      ? null
      : (comparators[operator] as (typeof comparators)[string])(item.a, item.b),
}))

const rawSql = fc.tuple(numbers, fc.constantFrom(...words)).map(([value, word]): Condition => ({
  add: joined((q) => q.whereRaw("a > ? OR s = ? /* ? */ OR s = '?'", [value, word])),
  evaluate: (item) => item.a > value || item.s === word || item.s === '?',
}))

const { condition } = fc.letrec<{ condition: Condition; group: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparison,
    nullness,
    list,
    range,
    text,
    columns,
    rawSql,
    tie('group'),
  ),
  group: fc
    .array(fc.tuple(tie('condition'), fc.boolean()), { minLength: 1, maxLength: 4 })
    .map((parts): Condition => ({
      add: (q, or) => {
        const fill = (r: Conditions) => addAll(r, parts)
        return or ? q.orWhere(fill) : q.where(fill)
      },
      evaluate: (item) => evaluate(parts, item),
    })),
}))

type Joined = readonly [Condition, boolean]

function addAll(q: Conditions, parts: readonly Joined[]): void {
  for (const [part, or] of parts) part.add(q, or)
}

/** AND binds tighter than OR: the list is an OR of runs of ANDs. */
function evaluate(parts: readonly Joined[], item: Item): Truth {
  const runs: Truth[][] = []
  for (const [index, [part, or]] of parts.entries()) {
    if (index === 0 || or) runs.push([])
    runs.at(-1)?.push(part.evaluate(item))
  }
  return anyOf(runs.map(allOf))
}

function allOf(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false
  return truths.includes(null) ? null : true
}

function anyOf(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true
  return truths.includes(null) ? null : false
}

await describeDrivers(
  'random conditions',
  (dialect) => [
    `CREATE TABLE items (id int PRIMARY KEY, a int NOT NULL, b int, s varchar(40) ${
      dialect === 'mysql' ? 'COLLATE utf8mb4_bin' : ''
    } NOT NULL)`,
  ],
  (driver) => {
    beforeAll(() => tableOf(driver, 'items').insert(items))

    test('find the rows that a plain model finds', async () => {
      const parts = fc.array(fc.tuple(condition, fc.boolean()), { minLength: 1, maxLength: 5 })
      await fc.assert(
        fc.asyncProperty(parts, async (conditions) => {
          const query = new Query(driver.connection).table('items').orderBy('id')
          addAll(query, conditions)
          const expected = items.filter((item) => evaluate(conditions, item) === true)
          expect(await query.pluck('id')).toEqual(expected.map(({ id }) => id))
          expect(await query.count()).toBe(expected.length)
          const { sql, params } = query.toSql()
          const marks = sql.replaceAll(/\/\* \? \*\/|'\?'/g, '').split('?').length - 1
          expect(params).toHaveLength(marks)
        }),
        { numRuns: driver.dialect === 'sqlite' ? 400 : 80 },
      )
    })

    test('any string is returned unchanged, and matches only itself', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 20 }), async (word) => {
          const text = driver.dialect === 'postgres' ? word.replaceAll('\0', '') : word
          const id = 1000
          const one = () => tableOf(driver, 'items').where('id', '=', id)
          await tableOf(driver, 'items').insert({ id, a: 0, s: text })
          const [stored] = await one().pluck('s')
          const found = await one().where('s', '=', text).whereIn('s', [text]).count()
          await one().delete()
          expect(stored).toBe(text)
          expect(found).toBe(1)
        }),
        { numRuns: 60 },
      )
    })
  },
)
