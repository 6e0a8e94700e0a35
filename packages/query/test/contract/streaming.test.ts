import { Query, transaction } from '@fw/query'
import { beforeAll, expect, test } from 'vitest'
import { describeDrivers, tableOf } from '../drivers.ts'

await describeDrivers(
  'streaming',
  () => ['CREATE TABLE items (id bigint PRIMARY KEY, name varchar(20))'],
  (driver) => {
    const items = (connection: object = driver.connection) =>
      new Query(connection).table('items').orderBy('id')
    const big = 9_007_199_254_740_993n

    beforeAll(async () => {
      const rows = Array.from({ length: 5000 }, (_, index) => ({
        id: index + 1,
        name: `item ${index + 1}`,
      }))
      await tableOf(driver, 'items').insert([...rows, { id: big, name: 'last' }])
    })

    test('rows are read one by one', async () => {
      let count = 0
      let last: unknown
      for await (const row of items().where('name', '!=', 'x').stream(undefined, 100)) {
        count++
        last = row
      }
      expect(count).toBe(5001)
      expect(last).toEqual({ id: big, name: 'last' })
      const first: unknown[] = []
      for await (const row of items().limit(2)) first.push(row)
      expect(first).toEqual([
        { id: 1, name: 'item 1' },
        { id: 2, name: 'item 2' },
      ])
      expect(await collect(items().where('id', '<', 0).stream())).toEqual([])
    })

    test('rows are read in batches', async () => {
      const sizes: number[] = []
      await items()
        .where('id', '<=', 2500)
        .chunk(1000, async (rows) => {
          sizes.push(rows.length)
          // The rest waits: another query can run meanwhile.
          expect(await tableOf(driver, 'items').where('id', '=', 1).count()).toBe(1)
        })
      expect(sizes).toEqual([1000, 1000, 500])
      await expect(items().chunk(0, () => {})).rejects.toThrow(
        'size must be an integer of 1 or more.',
      )
    })

    test('ending the loop early frees the connection', async () => {
      const { connection, close } = driver.open({ max: 1 })
      for (let round = 0; round < 3; round++) {
        for await (const row of items(connection).stream(undefined, 10)) {
          expect(row['id']).toBe(1)
          break
        }
      }
      const stopped = items(connection).chunk(10, () => {
        throw new Error('enough')
      })
      await expect(stopped).rejects.toThrow('enough')
      expect(await items(connection).count()).toBe(5001)
      await close()
    })

    test('a transaction can stream too', async () => {
      await transaction(driver.connection, async (tx) => {
        await new Query(tx).table('items').insert({ id: 6000, name: 'new' })
        const found: unknown[] = []
        for await (const row of items(tx).where('id', '>=', 5000).stream(undefined, 2)) {
          found.push(row['id'])
          if (driver.dialect === 'mysql') {
            await expect(items(tx).count()).rejects.toThrow(
              'The connection is still sending the rows of a stream, and MySQL runs one query at a time',
            )
          } else {
            expect(await items(tx).where('id', '=', 6000).count()).toBe(1)
          }
        }
        expect(found).toEqual([5000, 6000, big])
        expect(await items(tx).count()).toBe(5002)
        await new Query(tx).table('items').where('id', '=', 6000).delete()
      })
    })

    test('a query that fails is an error', async () => {
      const query = tableOf(driver, 'items').where('no_such_column', '=', 'secret')
      await expect(query.stream().next()).rejects.toMatchObject({ name: 'QueryFailed' })
      await expect(query.stream().next()).rejects.not.toThrow('secret')
      expect(await items().count()).toBe(5001)
    })

    test('concurrent streams', async () => {
      const counts = await Promise.all(
        [1, 2, 3].map(async () => (await collect(items().stream(undefined, 500))).length),
      )
      expect(counts).toEqual([5001, 5001, 5001])
    })
  },
)

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}
