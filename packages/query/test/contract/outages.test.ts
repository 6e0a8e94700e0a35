import { setTimeout as sleep } from 'node:timers/promises'
import { CommitUncertain, Query, QueryFailed, transaction, type Transaction } from '@fw/query'
import { beforeEach, expect, test } from 'vitest'
import { describeDrivers, type Driver } from '../drivers.ts'

const tables = ['CREATE TABLE accounts (id int PRIMARY KEY, amount int NOT NULL)']

await describeDrivers(
  'outages',
  () => tables,
  (driver) => {
    if (driver.dialect === 'sqlite') return test('SQLite has no connection to lose', () => {})

    const accounts = (connection: object = driver.connection) =>
      new Query(connection).table('accounts')
    const amounts = () => accounts().orderBy('id').pluck('amount')

    beforeEach(async () => {
      await accounts().all().delete()
      await accounts().insert([
        { id: 1, amount: 100 },
        { id: 2, amount: 100 },
      ])
    })

    test('a connection that dies between two queries rolls back the transaction', async () => {
      const { connection, close } = driver.open({ max: 2 })
      const work = transaction(connection, async (tx) => {
        await accounts(tx).where('id', '=', 1).increment('amount', -50)
        await kill(driver, await connectionId(driver, tx))
        await accounts(tx).where('id', '=', 2).increment('amount', 50)
      })
      const failure = await work.catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(lostConnection(failure)).toBe(true)
      expect(await amounts()).toEqual([100, 100])
      await expectToWork(connection)
      await close()
    })

    test('a connection that dies during a query rolls back the transaction, and later queries fail', async () => {
      const { connection, close } = driver.open({ max: 2 })
      const work = transaction(connection, async (tx) => {
        await accounts(tx).where('id', '=', 1).increment('amount', -50)
        const id = await connectionId(driver, tx)
        const killing = sleep(100).then(() => kill(driver, id))
        const error = await sleepIn(driver, tx, 5).catch((failure: unknown) => failure)
        await killing
        expect(error).toMatchObject({ reason: 'connection-lost' })
        expect((error as Error).message).toContain('it is not known whether the query took effect')
        await accounts(tx).where('id', '=', 2).increment('amount', 50)
      })
      await expect(work).rejects.toThrow(/rolled back the whole transaction|connection was lost/)
      expect(await amounts()).toEqual([100, 100])
      await expectToWork(connection)
      await close()
    })

    test('a connection that dies inside a savepoint rolls back the whole transaction', async () => {
      const { connection, close } = driver.open({ max: 2 })
      const work = transaction(connection, async (tx) => {
        await accounts(tx).where('id', '=', 1).increment('amount', -50)
        await transaction(tx, async (inner) => {
          await kill(driver, await connectionId(driver, inner))
          await accounts(inner).where('id', '=', 2).increment('amount', 50)
        }).catch(() => {})
      })
      await expect(work).rejects.toThrow()
      expect(await amounts()).toEqual([100, 100])
      await expectToWork(connection)
      await close()
    })

    test('if the connection dies during a commit, its outcome is unknown', async () => {
      const { connection, close } = driver.open({ max: 2 })
      const work = transaction(connection, async (tx) => {
        await accounts(tx).where('id', '=', 1).increment('amount', -50)
        await kill(driver, await connectionId(driver, tx))
      })
      const failure = await work.catch((error: unknown) => error)
      const isKnown = failure instanceof CommitUncertain || lostConnection(failure)
      expect(isKnown).toBe(true)
      expect(await amounts()).toEqual([100, 100])
      await expectToWork(connection)
      await close()
    })

    test('idle connections that die are replaced', async () => {
      const { connection, close } = driver.open({ max: 3 })
      const ids = await Promise.all(
        [1, 2, 3].map(() => transaction(connection, (tx) => connectionId(driver, tx))),
      )
      for (const id of new Set(ids)) await kill(driver, id)
      await expectToWork(connection)
      await close()
    })

    test('a pool without a free connection fails in time, and recovers', async () => {
      // Nothing but a signal ends the wait for a connection of postgres.js.
      if (driver.name === 'postgres.js') return
      const { connection, close } = driver.open({ max: 1, connectTimeout: 200 })
      // The limit also applies to opening the connection, which a busy machine may not do in time.
      const isOpen = async () =>
        accounts(connection)
          .get()
          .then(
            () => true,
            () => false,
          )
      await expect.poll(isOpen).toBe(true)
      await transaction(connection, async (tx) => {
        const failure = await accounts(connection)
          .get()
          .catch((error: unknown) => error)
        expect(failure).toMatchObject({ reason: 'no-connection' })
        expect((failure as Error).message).toMatch(
          driver.name === 'mysql2'
            ? /^No connection of the pool is free\. Raise its "connectionLimit" or "queueLimit", or look for/
            : /^No connection of the pool became free in time\. Raise its "max", or look for transactions/,
        )
        await expect(transaction(connection, () => 1)).rejects.toMatchObject({
          reason: 'no-connection',
        })
        await accounts(tx).where('id', '=', 1).increment('amount', 1)
      })
      expect(await accounts(connection).pluck('amount')).toContain(101)
      await close()
    })

    test('a wait for a connection can be aborted, which leaves the connection to others', async () => {
      const { connection, close } = driver.open({ max: 1 })
      const controller = new AbortController()
      await transaction(connection, async (tx) => {
        const query = () => accounts(connection).signal(controller.signal)
        const rows = Array.from({ length: 40_000 }, (_, index) => ({ id: index + 3, amount: 1 }))
        const waiting = [query().get(), query().stream().next(), query().insert(rows)]
        controller.abort(new Error('too late'))
        for (const each of waiting) await expect(each).rejects.toThrow('too late')
        await expect(query().insert(rows)).rejects.toThrow('too late')
        expect(await accounts(tx).count()).toBe(2)
      })
      expect(await accounts(connection).count()).toBe(2)
      await close()
    })

    test('a deadlock is detected and reported, and retried if allowed', async () => {
      const runConflicting = async (retries: number) => {
        let waiting = 2
        const bothStarted = Promise.withResolvers<void>()
        const move = (from: number, to: number) =>
          transaction(
            driver.connection,
            async (tx) => {
              await accounts(tx).where('id', '=', from).increment('amount', -10)
              if (--waiting === 0) bothStarted.resolve()
              await bothStarted.promise
              await accounts(tx).where('id', '=', to).increment('amount', 10)
            },
            { retries },
          )
        return Promise.allSettled([move(1, 2), move(2, 1)])
      }
      const once = await runConflicting(0)
      const failed = once.filter((result) => result.status === 'rejected')
      expect(failed).toHaveLength(1)
      expect(failed[0]).toMatchObject({
        reason: {
          reason: 'deadlock',
          message: expect.stringContaining('transaction() retry: { retries: 3 }') as string,
        },
      })
      expect(await amounts()).toEqual(once[0]?.status === 'fulfilled' ? [90, 110] : [110, 90])
      const again = await runConflicting(3)
      expect(again.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    })

    test('after a deadlock, no more queries of the transaction run, even if its error is caught', async () => {
      let waiting = 2
      const bothStarted = Promise.withResolvers<void>()
      const move = (from: number, to: number) =>
        transaction(driver.connection, async (tx) => {
          await accounts(tx).where('id', '=', from).increment('amount', -10)
          if (--waiting === 0) bothStarted.resolve()
          await bothStarted.promise
          await transaction(tx, (inner) =>
            accounts(inner).where('id', '=', to).increment('amount', 10),
          ).catch(() => {})
          await accounts(tx).insert({ id: from + 10, amount: 1 })
        })
      const results = await Promise.allSettled([move(1, 2), move(2, 1)])
      const kept = results.findIndex(({ status }) => status === 'fulfilled')
      const failed = results.filter(({ status }) => status === 'rejected').length
      if (driver.dialect === 'mysql') {
        expect(failed).toBe(1)
        expect(await accounts().where('id', '>', 10).pluck('id')).toEqual([kept + 11])
      } else {
        // PostgreSQL aborts the query, and the savepoint saves the rest.
        expect(failed).toBe(0)
        expect(await accounts().where('id', '>', 10).orderBy('id').pluck('id')).toEqual([11, 12])
      }
    })

    test('a serialization failure is retried', async () => {
      if (driver.dialect !== 'postgres') return
      let attempts = 0
      const bothHaveRead = Promise.withResolvers<void>()
      const total = (tx: Transaction) => accounts(tx).selectRaw('SUM(amount) AS total').first()
      const write = (id: number) =>
        transaction(
          driver.connection,
          async (tx) => {
            await total(tx)
            attempts++
            if (attempts === 2) bothHaveRead.resolve()
            await bothHaveRead.promise
            await accounts(tx).insert({ id, amount: 1 })
          },
          { isolation: 'serializable', retries: 5 },
        )
      await Promise.all([write(30), write(31)])
      expect(attempts).toBeGreaterThan(2)
      expect(await accounts().where('id', '>=', 30).count()).toBe(2)
    })

    async function expectToWork(connection: object): Promise<void> {
      // A pool may find out only now that a connection is dead.
      for (let attempt = 0; attempt < 3; attempt++) {
        await accounts(connection)
          .count()
          .catch(() => {})
      }
      const counts = await Promise.all(
        Array.from({ length: 6 }, () => accounts(connection).count()),
      )
      expect(counts).toEqual([2, 2, 2, 2, 2, 2])
      await transaction(connection, async (tx) => expect(await accounts(tx).count()).toBe(2))
    }
  },
)

async function connectionId(driver: Driver, tx: Transaction): Promise<number> {
  const expression = driver.dialect === 'mysql' ? 'CONNECTION_ID() AS id' : 'pg_backend_pid() AS id'
  const row = await new Query(tx).selectRaw(expression).first<{ id: number }>()
  return Number(row?.id)
}

async function kill(driver: Driver, id: number): Promise<void> {
  await driver.exec(
    driver.dialect === 'mysql' ? `KILL ${id}` : `SELECT pg_terminate_backend(${id})`,
  )
  await sleep(100)
}

function sleepIn(driver: Driver, tx: Transaction, seconds: number): Promise<unknown> {
  const expression = driver.dialect === 'mysql' ? `SLEEP(${seconds}) AS s` : `pg_sleep(${seconds})`
  return new Query(tx).selectRaw(expression).get()
}

function lostConnection(failure: unknown): boolean {
  if (failure instanceof QueryFailed) return failure.reason === 'connection-lost'
  return failure instanceof Error && lostConnection(failure.cause)
}
