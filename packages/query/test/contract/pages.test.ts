import { standardSchema, type Class } from '@fw/core'
import { CursorPaginator, InvalidQuery, Paginator, type Row } from '@fw/query'
import { beforeAll, expect, test } from 'vitest'
import { describeDrivers, quotedFor, tableOf } from '../drivers.ts'

const timestamp = { postgres: 'timestamptz(6)', mysql: 'datetime(6)', sqlite: 'text' }

await describeDrivers(
  'pages',
  (dialect) => [
    `CREATE TABLE items (id bigint PRIMARY KEY, name varchar(20), rank_no int, made_at ${timestamp[dialect]})`,
  ],
  (driver) => {
    const items = () => tableOf(driver, 'items')
    const ids = (page: { data: readonly { id?: unknown }[] }) => page.data.map((row) => row.id)

    beforeAll(async () => {
      const rows = Array.from({ length: 145 }, (_, index) => ({
        id: BigInt(index) + 9_007_199_254_740_900n,
        name: `item ${index}`,
        rank_no: index,
        made_at: `2026-01-01 10:00:00.${String(100_000 + index)}`,
      }))
      await items().insert(rows)
    })

    test('a page with the total number of rows', async () => {
      const query = items().orderBy('rank_no')
      const page = await query.paginate(20, 2)
      expect(page).toBeInstanceOf(Paginator)
      expect(page).toMatchObject({ currentPage: 2, perPage: 20, total: 145, lastPage: 8 })
      expect(page.data.map((row) => row['rank_no'])).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 20),
      )
      expect(await query.paginate(20)).toMatchObject({ currentPage: 1 })
      expect((await query.paginate(20, 8)).data).toHaveLength(5)
      expect(
        JSON.parse(JSON.stringify(await items().select('name').orderBy('rank_no').paginate(1))),
      ).toEqual({
        data: [{ name: 'item 0' }],
        currentPage: 1,
        perPage: 1,
        total: 145,
        lastPage: 145,
      })
    })

    test('the page size has no limit, and pages after the last one are empty', async () => {
      const query = items().where('rank_no', '<', 5).orderBy('rank_no')
      expect(await query.paginate(1_000_000)).toMatchObject({ total: 5, lastPage: 1 })
      expect(await query.paginate(2, 4)).toEqual(new Paginator([], 4, 2, 5))
      expect(await query.paginate(2, Number.MAX_SAFE_INTEGER)).toMatchObject({
        data: [],
        total: 5,
      })
      expect(await items().where('rank_no', '<', 0).paginate(20)).toEqual(
        new Paginator([], 1, 20, 0),
      )
      expect((await items().where('rank_no', '<', 0).paginate(20)).lastPage).toBe(0)
    })

    test('sizes and pages below 1 are rejected', async () => {
      await expect(items().paginate(0)).rejects.toThrow(
        new InvalidQuery('perPage must be an integer of 1 or more.'),
      )
      await expect(items().paginate(1.5)).rejects.toThrow('perPage')
      await expect(items().paginate(1, 0)).rejects.toThrow('page must be an integer of 1 or more.')
      await expect(items().paginate(1, Number.NaN)).rejects.toThrow('page')
      await expect(items().cursorPaginate(-1)).rejects.toThrow('perPage')
    })

    test('rows after a cursor, 64-bit keys exactly', async () => {
      const first = await items().cursorPaginate(100)
      expect(first).toBeInstanceOf(CursorPaginator)
      expect(first.data).toHaveLength(100)
      expect(first).toMatchObject({ nextCursor: '9007199254740999', hasMore: true })
      expect(Object.keys(first)).toEqual(['data', 'nextCursor', 'hasMore'])
      const second = await items().cursorPaginate(100, first.nextCursor)
      expect(second.data).toHaveLength(45)
      expect(second).toMatchObject({ nextCursor: null, hasMore: false })
      expect(new Set([...ids(first), ...ids(second)]).size).toBe(145)
      expect(ids(second)[0]).toBe(9_007_199_254_741_000n)
      expect(ids(first)[0]).toBe(9_007_199_254_740_900)
    })

    test('a cursor page becomes JSON as it is', async () => {
      const page = await items().select('rank_no').cursorPaginate(1, null, 'rank_no')
      expect(JSON.parse(JSON.stringify(page))).toEqual({
        data: [{ rank_no: 0 }],
        nextCursor: '0',
        hasMore: true,
      })
    })

    test('the last page may be full', async () => {
      const page = await items().where('rank_no', '<', 4).cursorPaginate(4)
      expect(page).toMatchObject({ nextCursor: null, hasMore: false })
      expect(page.data).toHaveLength(4)
    })

    test('any column can be the cursor, and an or condition stays in parentheses', async () => {
      const query = () =>
        items()
          .where('rank_no', '<', 2)
          .orWhere('rank_no', '=', 7)
          .select('items.name', 'items.rank_no')
      const first = await query().cursorPaginate(2, null, 'items.rank_no')
      expect(first.data.map((row) => row['rank_no'])).toEqual([0, 1])
      const second = await query().cursorPaginate(2, first.nextCursor, 'items.rank_no')
      expect(second.data.map((row) => row['rank_no'])).toEqual([7])
      expect(query().toSql().sql).toBe(
        quotedFor(
          driver,
          'SELECT "items"."name", "items"."rank_no" FROM "items" WHERE "rank_no" < ? OR "rank_no" = ?',
        ),
      )
    })

    test.each(['rank_no', 'made_at'])('pages are descending by the order of %s', async (column) => {
      const seen: unknown[] = []
      let cursor: string | null = null
      do {
        const page: CursorPaginator<Row> = await items()
          .where('rank_no', '<', 7)
          .orderBy(column, 'desc')
          .cursorPaginate(2, cursor, column)
        seen.push(...page.data.map((row) => row['rank_no']))
        cursor = page.nextCursor
      } while (cursor !== null && seen.length < 20)
      expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0])
    })

    test('a time as cursor keeps its microseconds', async () => {
      const seen: unknown[] = []
      let cursor: string | null = null
      do {
        const page: CursorPaginator<Row> = await items()
          .where('rank_no', '<', 7)
          .cursorPaginate(2, cursor, 'made_at')
        seen.push(...page.data.map((row) => row['rank_no']))
        expect(Object.keys(page.data[0] ?? {})).toEqual(['id', 'name', 'rank_no', 'made_at'])
        cursor = page.nextCursor
      } while (cursor !== null && seen.length < 20)
      expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6])
    })

    test('a cursor column that is not selected is an error', async () => {
      await expect(items().select('name').cursorPaginate(5)).rejects.toThrow(
        'cursorPaginate(): the rows have no id to continue from. Select the cursor column',
      )
      await expect(items().union(items()).cursorPaginate(5)).rejects.toThrow(
        'cursorPaginate() cannot follow union().',
      )
    })

    test('a count of groups or distinct rows allows two columns with the same name', async () => {
      const both = () =>
        tableOf(driver, 'items as a').join('items as b', 'b.id', '=', 'a.id').select('a.id', 'b.id')
      expect(await both().distinct().count()).toBe(145)
      expect(await both().groupBy('a.id', 'b.id').count()).toBe(145)
      expect((await both().distinct().paginate(10, 2)).total).toBe(145)
    })
  },
)

test('the properties of pages are documented', () => {
  const described = (page: Class<object>) => {
    const { $defs } = standardSchema(page)['~standard'].jsonSchema.output({
      target: 'draft-2020-12',
    })
    return ($defs as Record<string, unknown>)[page.name]
  }
  const count = (description: string) => ({ type: 'integer', description })
  const data = { type: 'array', items: {}, description: 'The rows of the page.' }
  expect(described(Paginator)).toEqual({
    type: 'object',
    description: 'A page of rows with the total number of rows.',
    required: ['data', 'currentPage', 'perPage', 'total', 'lastPage'],
    properties: {
      data,
      currentPage: count('The requested page, counted from 1.'),
      perPage: count('The maximum number of rows on a page.'),
      total: count('The number of all matching rows.'),
      lastPage: count('The number of pages; 0 if no rows match.'),
    },
  })
  expect(described(CursorPaginator)).toEqual({
    type: 'object',
    description: 'A page of rows with the cursor of the next page.',
    required: ['data', 'nextCursor', 'hasMore'],
    properties: {
      data,
      nextCursor: {
        type: ['string', 'null'],
        description: 'The cursor for the next page; null if this is the last page.',
      },
      hasMore: { type: 'boolean', description: 'True if more rows follow.' },
    },
  })
})
