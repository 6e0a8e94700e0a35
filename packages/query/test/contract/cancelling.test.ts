import { setTimeout as sleep } from 'node:timers/promises'
import { Query, transaction } from '@fw/query'
import { beforeEach, expect, test } from 'vitest'
import { describeDrivers } from '../drivers.ts'

await describeDrivers(
  'cancelling',
  () => ['CREATE TABLE items (id int PRIMARY KEY)'],
  (driver) => {
    const items = (connection: object = driver.connection) => new Query(connection).table('items')
    const aborted = () => AbortSignal.abort(new Error('not needed'))

    beforeEach(async () => {
      await items().all().delete()
      await items().insert(Array.from({ length: 100 }, (_, id) => ({ id })))
    })

    test('with an aborted signal, nothing runs', async () => {
      await expect(items().signal(aborted()).get()).rejects.toThrow('not needed')
      await expect(items().signal(aborted()).all().delete()).rejects.toThrow('not needed')
      await expect(items().signal(aborted()).insert({ id: 200 })).rejects.toThrow('not needed')
      await expect(items().signal(aborted()).stream().next()).rejects.toThrow('not needed')
      expect(await items().count()).toBe(100)
    })

    test('a signal that is not aborted changes nothing', async () => {
      const { signal } = new AbortController()
      expect(await items().signal(signal).count()).toBe(100)
      expect(await items().signal(signal).where('id', '=', 1).update({ id: 1 })).toBe(1)
      await items().signal(signal).insert({ id: 101 })
      await transaction(driver.connection, async (tx) => {
        expect(await items(tx).signal(signal).count()).toBe(101)
      })
    })

    test('a stream ends between two batches of rows', async () => {
      const stop = new AbortController()
      let seen = 0
      const reading = items()
        .signal(stop.signal)
        .chunk(10, (rows) => {
          seen += rows.length
          stop.abort(new Error('enough'))
        })
      await expect(reading).rejects.toThrow('enough')
      expect(seen).toBeLessThan(100)
      expect(await items().count()).toBe(100)
    })

    if (driver.dialect === 'sqlite') return

    // Longer than a test may take.
    const slow = (connection: object = driver.connection) =>
      new Query(connection).selectRaw(
        driver.dialect === 'mysql' ? 'SLEEP(150) AS s' : 'pg_sleep(150) AS s',
      )

    test('a running query stops, and the connection stays usable', async () => {
      const { connection, close } = driver.open({ max: 1 })
      const running = slow(connection).signal(AbortSignal.timeout(200)).get()
      await expect(running).rejects.toMatchObject({ name: 'TimeoutError' })
      for (let round = 0; round < 20; round++) expect(await items(connection).count()).toBe(100)
      await close()
    })

    if (driver.name === 'pg') {
      test('a query that the server receives after its cancellation stops too', async () => {
        await driver.withClient(async (client) => {
          const { query } = client as { query: (given: object) => Promise<unknown> }
          const delayedQuery = async (given: object) => {
            await sleep(300)
            return query.call(client, given)
          }
          Object.assign(client, { query: delayedQuery })
          const running = slow(client).signal(AbortSignal.timeout(20)).get()
          await expect(running).rejects.toMatchObject({ name: 'TimeoutError' })
          Object.assign(client, { query })
          expect(await items(client).count()).toBe(100)
        })
      })
    }

    test('a late cancellation affects no other query', async () => {
      const { connection, close } = driver.open({ max: 1 })
      for (let round = 0; round < 20; round++) {
        const stop = new AbortController()
        const running = items(connection).signal(stop.signal).count()
        setTimeout(() => stop.abort(new Error('late')), round % 4)
        const otherQueries = Promise.all([items(connection).count(), items(connection).count()])
        await running.catch((error: Error) => expect(error.message).toBe('late'))
        expect(await otherQueries).toEqual([100, 100])
      }
      await close()
    })

    test('a query of a transaction stops, and the transaction decides how to continue', async () => {
      await transaction(driver.connection, async (tx) => {
        await items(tx).insert({ id: 500 })
        const running = transaction(tx, (inner) =>
          slow(inner).signal(AbortSignal.timeout(100)).get(),
        )
        await expect(running).rejects.toMatchObject({ name: 'TimeoutError' })
        await items(tx).insert({ id: 501 })
      })
      expect(await items().where('id', '>=', 500).count()).toBe(2)
    })

    test('queries after a cancelled one run', async () => {
      await transaction(driver.connection, async (tx) => {
        const first = transaction(tx, (inner) => slow(inner).signal(AbortSignal.timeout(100)).get())
        const behind = [items(tx).count(), items(tx).count()]
        await expect(first).rejects.toMatchObject({ name: 'TimeoutError' })
        expect(await Promise.all(behind)).toEqual([100, 100])
      })
      await sleep(1)
    })
  },
)
