import { setTimeout as sleep } from 'node:timers/promises'
import { Query, transaction, Transaction, TransactionLost, TransactionOver } from '@fw/query'
import { beforeEach, expect, test } from 'vitest'
import { describeDrivers, tableOf } from '../drivers.ts'
import { fillPeople, peopleTables } from './people.ts'

await describeDrivers('transactions', peopleTables, (driver) => {
  const people = (connection: object = driver.connection) => new Query(connection).table('people')
  const add = (connection: object, name: string) => people(connection).insert({ name })
  const added = () => people().where('id', '>', 4).orderBy('name').pluck('name')
  const fail = async (error: Error) => {
    throw error
  }

  beforeEach(() => fillPeople(driver))

  test('a transaction is committed when its callback returns, and rolled back when it throws', async () => {
    const result = await transaction(driver.connection, async (tx) => {
      expect(tx).toBeInstanceOf(Transaction)
      await add(tx, 'kept')
      expect(await people(tx).count()).toBe(5)
      expect(await tx.table('people').where('name', '=', 'kept').count()).toBe(1)
      return 'result'
    })
    expect(result).toBe('result')
    const failure = new Error('stop')
    const undone = transaction(driver.connection, async (tx) => {
      await add(tx, 'undone')
      throw failure
    })
    await expect(undone).rejects.toBe(failure)
    expect(await added()).toEqual(['kept'])
  })

  test('the callback need not be asynchronous, and its error is passed on', async () => {
    expect(await transaction(driver.connection, () => 5)).toBe(5)
    const failing = transaction(driver.connection, () => {
      throw new RangeError('at once')
    })
    await expect(failing).rejects.toThrow(RangeError)
  })

  test('on one client, or one SQLite database, transactions wait for each other', async () => {
    const order: string[] = []
    await driver.withClient(async (client) => {
      const begun = Promise.withResolvers<void>()
      const first = transaction(client, async (tx) => {
        order.push('first begins')
        begun.resolve()
        await add(tx, 'a')
        await add(tx, 'b')
        order.push('first ends')
      })
      await begun.promise
      const second = transaction(client, async (tx) => {
        order.push('second begins')
        await add(tx, 'c')
        await fail(new Error('undone'))
      })
      const outside = people(client).count()
      await first
      await expect(second).rejects.toThrow('undone')
      expect(await outside).toBe(6)
    })
    expect(order).toEqual(['first begins', 'first ends', 'second begins'])
    expect(await added()).toEqual(['a', 'b'])
  })

  test('a transaction inside one is a savepoint', async () => {
    await transaction(driver.connection, async (tx) => {
      await add(tx, 'a')
      await transaction(tx, async (inner) => {
        await add(inner, 'b')
        await transaction(inner, async (innermost) => {
          await add(innermost, 'c')
          await fail(new Error('innermost'))
        }).catch(() => {})
        await add(inner, 'd')
      })
      await transaction(tx, async (inner) => {
        await add(inner, 'e')
        await people(inner).insert({ id: 1, name: 'clash' })
      }).catch(() => {})
      await add(tx, 'f')
    })
    expect(await added()).toEqual(['a', 'b', 'd', 'f'])
  })

  test('concurrent savepoints take turns', async () => {
    await transaction(driver.connection, async (tx) => {
      const parts = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, index) =>
        transaction(tx, async (inner) => {
          await add(inner, name)
          await sleep(5 - index)
          if (index % 2 === 1) throw new Error('odd')
          await add(inner, name + name)
        }),
      )
      const results = await Promise.allSettled(parts)
      expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
        true,
        false,
        true,
        false,
        true,
        false,
      ])
    })
    expect(await added()).toEqual(['a', 'aa', 'c', 'cc', 'e', 'ee'])
  })

  test('a query on the outer transaction waits for a savepoint to which it does not belong', async () => {
    await transaction(driver.connection, async (tx) => {
      const inner = transaction(tx, async (nested) => {
        await add(nested, 'inner')
        await sleep(20)
        await add(tx, 'outer, from within')
        throw new Error('undo')
      }).catch(() => {})
      const outside = sleep(5).then(() => add(tx, 'outer'))
      await Promise.all([inner, outside])
    })
    expect(await added()).toEqual(['outer'])
  })

  test('concurrent transactions do not mix', async () => {
    const parts = Array.from({ length: 12 }, (_, index) =>
      transaction(driver.connection, async (tx) => {
        await add(tx, `n${index}a`)
        await sleep(index % 3)
        await add(tx, `n${index}b`)
        if (index % 2 === 1) throw new Error('odd')
      }),
    )
    await Promise.allSettled(parts)
    expect(await added()).toHaveLength(12)
    expect((await added()).every((name) => Number(/\d+/.exec(String(name))?.[0]) % 2 === 0)).toBe(
      true,
    )
  })

  test('a finished transaction refuses all queries', async () => {
    let kept: Transaction | undefined
    await transaction(driver.connection, (tx) => {
      kept = tx
    })
    const endedTransaction = kept as Transaction
    await expect(people(endedTransaction).get()).rejects.toThrow(TransactionOver)
    await expect(add(endedTransaction, 'late')).rejects.toThrow(
      'The transaction is over. Await every query inside the callback of transaction()',
    )
    await expect(transaction(endedTransaction, () => 1)).rejects.toThrow(TransactionOver)
    await expect(people(endedTransaction).stream().next()).rejects.toThrow(TransactionOver)
    expect(await people().count()).toBe(4)
  })

  test('after a failed query that was caught, the transaction cannot be committed', async () => {
    const half = transaction(driver.connection, async (tx) => {
      await add(tx, 'half')
      await people(tx)
        .insert({ id: 1, name: 'clash' })
        .catch(() => {})
    })
    if (driver.dialect === 'postgres') {
      await expect(half).rejects.toThrow(TransactionLost)
      expect(await added()).toEqual([])
    } else {
      // MySQL and SQLite only roll back the failed query.
      await half
      expect(await added()).toEqual(['half'])
    }
  })

  test('unknown isolation levels throw', async () => {
    for (const isolation of ['read committed', 'repeatable read', 'serializable'] as const) {
      expect(await transaction(driver.connection, (tx) => people(tx).count(), { isolation })).toBe(
        4,
      )
    }
    const invalidIsolation = transaction(driver.connection, () => 1, {
      isolation: 'x; DROP TABLE people' as never,
    })
    await expect(invalidIsolation).rejects.toThrow(
      'is not an isolation level. Use read uncommitted, read committed',
    )
    await transaction(driver.connection, async (tx) => {
      await expect(transaction(tx, () => 1, { isolation: 'serializable' })).rejects.toThrow(
        'isolation and retries belong to the outermost transaction',
      )
      await expect(transaction(tx, () => 1, { retries: 1 })).rejects.toThrow('outermost')
    })
  })

  test('rows can be locked, and locked ones skipped', async () => {
    const query = () => people().where('id', '<', 3).orderBy('id').forUpdate().skipLocked()
    expect(query().toSql().sql.includes(' FOR UPDATE SKIP LOCKED')).toBe(
      driver.dialect !== 'sqlite',
    )
    expect(people().forShare().noWait().toSql().sql.includes(' FOR SHARE NOWAIT')).toBe(
      driver.dialect !== 'sqlite',
    )
    expect(() => people().skipLocked()).toThrow(
      'skipLocked() needs forUpdate() or forShare() before it.',
    )
    const free = (connection: object) =>
      people(connection)
        .where('id', '<', 3)
        .orderBy('id')
        .forUpdate()
        .skipLocked()
        .limit(1)
        .pluck('id')
    await transaction(driver.connection, async (tx) => {
      expect(await people(tx).where('id', '>', 3).forShare().pluck('id')).toEqual([4])
      expect(await free(tx)).toEqual([1])
      if (driver.dialect === 'sqlite') return
      await transaction(driver.connection, async (other) => expect(await free(other)).toEqual([2]))
    })
  })

  test('the connection of the driver is accessible', async () => {
    await transaction(driver.connection, async (tx) => {
      await add(tx, 'first')
      expect(await people(tx.client).where('name', '=', 'first').exists()).toBe(true)
    })
  })

  test('many rows are inserted in an open transaction', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      id: index + 100,
      name: 'x',
      age: 1,
      visits: 0,
    }))
    const conflicting = transaction(driver.connection, async (tx) => {
      await transaction(tx, (inner) =>
        people(inner).insert([...rows, { id: 1, name: 'x', age: 1, visits: 0 }]),
      ).catch(() => {})
      expect(await people(tx).count()).toBe(4)
      await tableOf({ connection: tx }, 'people').insert(rows)
    })
    await conflicting
    expect(await people().count()).toBe(20_004)
  })
})
