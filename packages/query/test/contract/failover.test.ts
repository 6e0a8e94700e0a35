import { Query, runStatement, transaction } from '@fw/query'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeDrivers } from '../drivers.ts'

await describeDrivers(
  'failover',
  () => ['CREATE TABLE writes (id int PRIMARY KEY)'],
  (driver) => {
    if (driver.dialect === 'sqlite') return test('SQLite has no server to fail over', () => {})

    const writes = (connection: object) => new Query(connection).table('writes')

    const connectionId = async (connection: object): Promise<number> => {
      const sql = driver.dialect === 'mysql' ? 'CONNECTION_ID()' : 'pg_backend_pid()'
      const row = await new Query(connection).selectRaw(`${sql} AS id`).first<{ id: number }>()
      return Number(row?.id)
    }

    /** A pool of one connection, which stays read-only although the server is writable again. */
    const openReadOnly = async () => {
      const set = (value: string) =>
        driver.exec(`ALTER DATABASE ${database} SET default_transaction_read_only = ${value}`)
      if (driver.dialect === 'postgres') await set('on')
      const opened = driver.open({ max: 1 })
      if (driver.dialect === 'mysql') await opened.exec('SET SESSION TRANSACTION READ ONLY')
      const id = await connectionId(opened.connection)
      if (driver.dialect === 'postgres') await set('off')
      return { ...opened, id }
    }

    let database = ''
    beforeAll(async () => {
      const sql = driver.dialect === 'mysql' ? 'DATABASE()' : 'current_database()'
      const row = await new Query(driver.connection)
        .selectRaw(`${sql} AS name`)
        .first<{ name: string }>()
      database = row?.name ?? ''
    })
    beforeEach(() => writes(driver.connection).all().delete())

    const kinds: Record<string, (connection: object) => Promise<unknown>> = {
      statement: (connection) => writes(connection).insert({ id: 1 }),
      'statement with a signal': (connection) =>
        writes(connection).signal(new AbortController().signal).insert({ id: 1 }),
      'raw statement': (connection) => runStatement(connection, 'INSERT INTO writes VALUES (1)'),
      transaction: (connection) => transaction(connection, (tx) => writes(tx).insert({ id: 1 })),
      savepoint: (connection) =>
        transaction(connection, (tx) =>
          transaction(tx, (inner) => writes(inner).insert({ id: 1 })),
        ),
      'savepoint whose error is swallowed': (connection) =>
        transaction(connection, async (tx) => {
          await transaction(tx, (inner) => writes(inner).insert({ id: 1 })).catch(() => {})
          throw new Error('nothing was written')
        }),
      stream: (connection) =>
        transaction(connection, async (tx) => {
          for await (const _ of writes(tx).forUpdate().stream()) {
            // Locking rows is a write.
          }
          await writes(tx).insert({ id: 1 })
        }),
    }

    for (const [kind, write] of Object.entries(kinds)) {
      test(`a connection that has become read-only is replaced after a failed ${kind}`, async () => {
        const { connection, id, close } = await openReadOnly()
        const failure = await write(connection).catch((error: unknown) => error)
        if (kind !== 'savepoint whose error is swallowed') {
          expect(failure).toMatchObject({
            reason: 'read-only',
            message: expect.stringMatching(/rejects writes/) as string,
          })
        }
        await writes(connection).insert({ id: 2 })
        await transaction(connection, (tx) => writes(tx).insert({ id: 3 }))
        expect(await writes(connection).orderBy('id').pluck('id')).toEqual([2, 3])
        expect(await connectionId(connection)).not.toBe(id)
        await close()
      })
    }

    test('all connections of a pool that have become read-only are replaced', async () => {
      const set = (value: string) =>
        driver.exec(`ALTER DATABASE ${database} SET default_transaction_read_only = ${value}`)
      if (driver.dialect !== 'postgres') return
      await set('on')
      const { connection, close } = driver.open({ max: 3 })
      const open = () => transaction(connection, (tx) => connectionId(tx))
      const before = new Set(await Promise.all([open(), open(), open()]))
      await set('off')
      let failures = 0
      for (let id = 1; id <= 12; id++) {
        await writes(connection)
          .insert({ id })
          .catch(() => failures++)
      }
      expect(failures).toBeLessThanOrEqual(3)
      const after = await Promise.all([open(), open(), open()])
      const kept = after.filter((id) => before.has(id))
      for (let id = 13; id <= 24; id++) {
        await writes(connection)
          .insert({ id })
          .catch(() => failures++)
      }
      expect(failures).toBeLessThanOrEqual(3)
      expect(kept.length).toBeLessThan(3)
      await close()
    })

    test('every read-only error of MySQL and MariaDB replaces the connection', async () => {
      if (driver.dialect !== 'mysql') return
      const message = 'The server is running with the --read-only option so it cannot do this'
      for (const errno of [1290, 1836]) {
        await driver.exec(
          `CREATE OR REPLACE TRIGGER refuse BEFORE INSERT ON writes FOR EACH ROW
           SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = ${errno}, MESSAGE_TEXT = '${message}'`,
        )
        const { connection, close } = driver.open({ max: 1 })
        const before = await connectionId(connection)
        const work = transaction(connection, (tx) => writes(tx).insert({ id: 1 }))
        await expect(work).rejects.toMatchObject({ reason: 'read-only' })
        expect(await connectionId(connection)).not.toBe(before)
        await close()
      }
      await driver.exec('DROP TRIGGER refuse')
    })

    test('a transaction that its caller made read-only keeps its connection', async () => {
      if (driver.dialect !== 'postgres') return
      const { connection, close } = driver.open({ max: 1 })
      const id = await transaction(connection, (tx) => connectionId(tx))
      const work = transaction(connection, async (tx) => {
        await runStatement(tx, 'SET TRANSACTION READ ONLY')
        await writes(tx).insert({ id: 1 })
      })
      await expect(work).rejects.toMatchObject({ reason: 'read-only' })
      await writes(connection).insert({ id: 2 })
      expect(await connectionId(connection)).toBe(id)
      await close()
    })
  },
)
