import { configureConnection, InvalidQuery, Query, transaction } from '@fw/query'
import { PipelinedPool } from '@fw/query/pg'
import mysql from 'mysql2/promise'
import { Pool } from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMysqlDatabase,
  createPostgresDatabase,
  type ScratchDatabase,
} from './databases/scratch-database.ts'
import { describeWith } from './databases/servers.ts'

await describeWith('postgres', 'prepared statements of PostgreSQL', (server) => {
  let database: ScratchDatabase
  beforeAll(async () => {
    database = await createPostgresDatabase(server)
    await withPool(new Pool({ connectionString: database.url }), async (pool) => {
      await pool.query('CREATE TABLE items (id int PRIMARY KEY, name text)')
      await pool.query(`INSERT INTO items VALUES (1, 'one')`)
    })
  })
  afterAll(() => database.drop())

  const drivers = {
    pg: () => new Pool({ connectionString: database.url, max: 1 }),
    PipelinedPool: () => new PipelinedPool({ connectionString: database.url, max: 1 }),
    'postgres.js': () => postgres(database.url, { max: 1 }),
  }

  for (const [name, open] of Object.entries(drivers)) {
    const prepared = (connection: object) =>
      new Query(connection)
        .table('pg_prepared_statements')
        .selectRaw('count(*) AS n')
        .whereRaw("statement LIKE '%items%' AND statement NOT LIKE '%prepared%'")
        .first<{ n: number }>()
        .then((row) => row?.n)
    const item = (connection: object) => new Query(connection).table('items').where('id', '=', 1)

    test(`${name} prepares repeated queries, and no more than the limit`, async () => {
      await withPool(open(), async (pool) => {
        configureConnection(pool, { preparedStatements: 3 })
        await item(pool).first()
        expect(await prepared(pool)).toBe(0)
        await item(pool).first()
        await item(pool).first()
        expect(await prepared(pool)).toBe(1)
        for (let count = 1; count <= 6; count++) {
          const ids = Array.from({ length: count }, (_, id) => id)
          for (let round = 0; round < 3; round++) {
            await new Query(pool).table('items').whereIn('id', ids).get()
          }
        }
        expect(await prepared(pool)).toBeLessThanOrEqual(3)
        expect(await item(pool).first()).toEqual({ id: 1, name: 'one' })
      })
    })

    test(`${name} repeats a query with a string that looks like a marker`, async () => {
      await withPool(open(), async (pool) => {
        for (let round = 0; round < 4; round++) {
          const query = new Query(pool).table('items').whereRaw("name || '$1 $2' = ?", ['one$1 $2'])
          expect(await query.where('id', '=', 1).get()).toEqual([{ id: 1, name: 'one' }])
          const without = new Query(pool).table('items').whereRaw("name || '$1' = 'one$1'")
          expect(await without.count()).toBe(1)
        }
      })
    })

    test(`${name} prepares nothing if preparing is disabled`, async () => {
      await withPool(open(), async (pool) => {
        configureConnection(pool, { preparedStatements: 0 })
        for (let round = 0; round < 4; round++) await item(pool).first()
        await transaction(pool, async (tx) => {
          for (let round = 0; round < 4; round++) await item(tx).first()
        })
        expect(await prepared(pool)).toBe(0)
      })
    })

    test(`${name} continues when a table changes under prepared statements`, async () => {
      await withPool(open(), async (pool) => {
        for (let round = 0; round < 3; round++) await item(pool).first()
        await withPool(new Pool({ connectionString: database.url }), (other) =>
          other.query('ALTER TABLE items ADD COLUMN extra int'),
        )
        expect(await item(pool).first()).toEqual({ id: 1, name: 'one', extra: null })
        expect(await item(pool).first()).toEqual({ id: 1, name: 'one', extra: null })
        await withPool(new Pool({ connectionString: database.url }), (other) =>
          other.query('ALTER TABLE items DROP COLUMN extra'),
        )
        expect(await item(pool).first()).toEqual({ id: 1, name: 'one' })
      })
    })

    test(`${name} repeats a transaction after a table changes under it`, async () => {
      await withPool(open(), async (pool) => {
        for (let round = 0; round < 3; round++) {
          await transaction(pool, (tx) => item(tx).first())
        }
        await withPool(new Pool({ connectionString: database.url }), (other) =>
          other.query('ALTER TABLE items ADD COLUMN later int'),
        )
        const read = (tx: object) => item(tx).first()
        await expect(transaction(pool, read)).rejects.toThrow('cached plan must not change')
        for (let round = 0; round < 3; round++) await transaction(pool, read)
        await withPool(new Pool({ connectionString: database.url }), (other) =>
          other.query('ALTER TABLE items DROP COLUMN later'),
        )
        for (let round = 0; round < 3; round++) {
          expect(await transaction(pool, read, { retries: 1 })).toEqual({ id: 1, name: 'one' })
        }
      })
    })

    test(`${name} continues when the server drops its prepared statements`, async () => {
      await withPool(open(), async (pool) => {
        for (let round = 0; round < 3; round++) await item(pool).first()
        await transaction(pool, (tx) => execRaw(tx.client, 'DEALLOCATE ALL'))
        expect(await item(pool).first()).toMatchObject({ id: 1 })
        expect(await item(pool).first()).toMatchObject({ id: 1 })
      })
    })
  }

  test('options must be set before the first query, and are checked', async () => {
    await withPool(drivers.pg(), async (pool) => {
      await item2(pool)
      expect(() => configureConnection(pool, { preparedStatements: 1 })).toThrow(
        new InvalidQuery(
          'configureConnection() must come before the first query on the connection.',
        ),
      )
    })
    await withPool(drivers.pg(), async (pool) => {
      expect(() => configureConnection(pool, { preparedStatements: -1 })).toThrow(
        'preparedStatements must be an integer of 0 or more.',
      )
    })
    function item2(pool: object) {
      return new Query(pool).table('items').get()
    }
  })
})

await describeWith('mysql', 'prepared statements of MySQL', (server) => {
  let database: ScratchDatabase
  beforeAll(async () => {
    database = await createMysqlDatabase(server)
  })
  afterAll(() => database.drop())

  const open = () => mysql.createPool({ uri: database.url, connectionLimit: 1 })
  /** The number of prepared statements of the only connection of a pool. */
  const prepared = async (pool: mysql.Pool) => {
    const [rows] = await pool.query("SHOW SESSION STATUS LIKE 'Com\\_stmt\\_%'")
    const list = rows as { Variable_name: string; Value: string }[]
    const count = (name: string) =>
      Number(list.find((row) => row.Variable_name === `Com_stmt_${name}`)?.Value)
    return count('prepare') - count('close')
  }

  test('only repeated queries stay prepared', async () => {
    await withPool(open(), async (pool) => {
      const one = () => new Query(pool).selectRaw('? AS n', [1]).first()
      await one()
      expect(await prepared(pool)).toBe(0)
      for (let round = 0; round < 3; round++) expect(await one()).toEqual({ n: 1 })
      const lists = Array.from({ length: 20 }, (_, size) =>
        Array.from({ length: size + 1 }, () => 1),
      )
      for (const list of lists) {
        const marks = list.map(() => '?').join(', ')
        await new Query(pool).selectRaw(`GREATEST(0, ${marks}) AS n`, list).get()
      }
      expect(await prepared(pool)).toBe(1)
    })
  })
})

async function withPool<P extends { end(): unknown }>(
  pool: P,
  work: (pool: P) => Promise<unknown>,
): Promise<void> {
  try {
    await work(pool)
  } finally {
    await pool.end()
  }
}

async function execRaw(client: object, sql: string): Promise<void> {
  const { query, unsafe } = client as {
    query?(sql: string): unknown
    unsafe?(sql: string): unknown
  }
  await (unsafe ? unsafe.call(client, sql) : query?.call(client, sql))
}
