import { InvalidQuery, Query, transaction } from '@fw/query'
import { PipelinedPool } from '@fw/query/pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPostgresDatabase, type ScratchDatabase } from './databases/scratch-database.ts'
import { describeWith } from './databases/servers.ts'

await describeWith('postgres', 'PipelinedPool', (server) => {
  let database: ScratchDatabase
  beforeAll(async () => {
    database = await createPostgresDatabase(server)
    await using({}, (pool) => pool.query('CREATE TABLE items (id int PRIMARY KEY, name text)'))
  })
  afterAll(() => database.drop())

  async function using<T>(
    options: ConstructorParameters<typeof PipelinedPool>[0],
    work: (pool: PipelinedPool) => Promise<T>,
  ): Promise<T> {
    const pool = new PipelinedPool({ connectionString: database.url, ...options })
    try {
      return await work(pool)
    } finally {
      await pool.end()
    }
  }

  const backend = async (pool: PipelinedPool) =>
    (await pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid as number

  test('queries share connections, and one that fails does not affect others', async () => {
    await using({ max: 2 }, async (pool) => {
      const results = await Promise.allSettled(
        Array.from({ length: 300 }, (_, index) => {
          if (index % 5 === 1)
            return pool.query({
              name: 'bad',
              text: 'SELECT * FROM no_such_table WHERE x = $1',
              values: [1],
            })
          if (index % 5 === 2) return pool.query('SELECT $1::int', ['not a number'])
          if (index % 5 === 3)
            return pool.query({
              name: 'cast',
              text: 'SELECT $1::int AS n',
              values: [index % 2 ? 'x' : index],
            })
          return pool.query('SELECT $1::int AS n', [index])
        }),
      )
      for (const [index, result] of results.entries()) {
        const fails = index % 5 === 1 || index % 5 === 2 || (index % 5 === 3 && index % 2 === 1)
        if (!fails) expect(result).toMatchObject({ value: { rows: [{ n: index }] } })
        else expect(result).toMatchObject({ reason: { code: index % 5 === 1 ? '42P01' : '22P02' } })
      }
      expect(pool.totalCount).toBeLessThanOrEqual(2)
    })
  })

  test('many queries run on one connection at the same time', async () => {
    await using({ max: 1 }, async (pool) => {
      const pids = await Promise.all(Array.from({ length: 50 }, () => backend(pool)))
      expect(new Set(pids).size).toBe(1)
      expect(pool).toMatchObject({ totalCount: 1, idleCount: 1, waitingCount: 0 })
    })
  })

  test('values that cannot be sent fail only their own query', async () => {
    await using({ max: 1 }, async (pool) => {
      const circular: { self?: object } = {}
      circular.self = circular
      const named = (values: unknown[]) =>
        pool.query({ name: 'one', text: 'SELECT $1::json AS doc', values })
      const results = await Promise.allSettled([
        named([{ a: 1 }]),
        named([circular]),
        named([{ big: 1n }]),
        named([{ a: 2 }]),
      ])
      expect(results.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'rejected',
        'fulfilled',
      ])
      expect((await named([{ a: 3 }])).rows).toEqual([{ doc: { a: 3 } }])
    })
  })

  test('a transaction has its own connection', async () => {
    await using({ max: 2 }, async (pool) => {
      const owner = await pool.connect()
      await owner.query('BEGIN')
      const own = (await owner.query('SELECT pg_backend_pid() AS pid')).rows[0].pid as number
      const others = await Promise.all(Array.from({ length: 30 }, () => backend(pool)))
      expect(others).not.toContain(own)
      await owner.query('ROLLBACK')
      owner.release()
      expect(() => owner.release()).toThrow(
        'PipelinedPool: the client has already been released. Call release() once.',
      )
    })
  })

  test('queries and transactions wait for their turn on a single connection', async () => {
    await using({ max: 1 }, async (pool) => {
      const order: string[] = []
      const own = async (name: string) => {
        const client = await pool.connect()
        order.push(`${name} begins`)
        await client.query('SELECT pg_sleep(0.02)')
        order.push(`${name} ends`)
        client.release()
      }
      const statement = async (name: string) => {
        await pool.query('SELECT 1')
        order.push(name)
      }
      await Promise.all([
        statement('one'),
        own('A'),
        statement('two'),
        own('B'),
        statement('three'),
      ])
      const indexOf = (name: string) => order.indexOf(name)
      const [first, second] = indexOf('A begins') < indexOf('B begins') ? ['A', 'B'] : ['B', 'A']
      expect(indexOf(`${first} ends`)).toBeLessThan(indexOf(`${second} begins`))
      expect(order).toHaveLength(7)
    })
  })

  test('under load, both queries and transactions make progress', async () => {
    await using({ max: 3 }, async (pool) => {
      await pool.query('TRUNCATE items')
      let next = 0
      const work = Array.from({ length: 200 }, (_, index) =>
        index % 4 === 0
          ? transaction(pool, async (tx) => {
              await new Query(tx).table('items').insert({ id: next++, name: 'a' })
              if (index % 8 === 0) throw new Error('undo')
            })
          : new Query(pool).table('items').where('id', '=', index).first(),
      )
      const results = await Promise.allSettled(work)
      expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(25)
      expect(await new Query(pool).table('items').count()).toBe(25)
      expect(pool).toMatchObject({ totalCount: 3, idleCount: 3, waitingCount: 0 })
    })
  })

  test('queries that control transactions are rejected on shared connections', async () => {
    await using({ max: 1 }, async (pool) => {
      for (const sql of [
        'BEGIN',
        ' start  transaction',
        'commit;',
        'ROLLBACK',
        'savepoint a',
        'END',
      ]) {
        await expect(pool.query(sql)).rejects.toThrow(
          'PipelinedPool: query() shares its connection with others, so it cannot control a transaction.',
        )
      }
      // Even one that gets through does not take in what follows.
      await pool.query('/* hidden */ BEGIN')
      await pool.query('SELECT 1')
      const client = await pool.connect()
      expect((client as unknown as { getTransactionStatus(): string }).getTransactionStatus()).toBe(
        'I',
      )
      await client.query('BEGIN')
      client.release()
      expect(await new Query(pool).table('items').where('id', '=', -1).count()).toBe(0)
    })
  })

  test('a connection that dies fails only its own queries, and is replaced', async () => {
    await using({ max: 2 }, async (pool) => {
      const errors: Error[] = []
      pool.on('error', (error: Error) => errors.push(error))
      const slow = Promise.allSettled(
        Array.from({ length: 3 }, () => pool.query('SELECT pg_sleep(60)')),
      )
      const running =
        "FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid() AND datname = current_database()"
      await using({ max: 1 }, async (other) => {
        const count = async () => (await other.query(`SELECT 1 ${running}`)).rowCount
        await expect.poll(count).toBe(1)
        await other.query(`SELECT pg_terminate_backend(pid) ${running}`)
      })
      const results = await slow
      expect(results.every(({ status }) => status === 'rejected')).toBe(true)
      expect(errors.length).toBeGreaterThan(0)
      expect(await Promise.all([backend(pool), backend(pool)])).toHaveLength(2)
    })
  })

  test('an unavailable server is a clear error', async () => {
    const pool = new PipelinedPool({ host: '127.0.0.1', port: 1, user: 'nobody' })
    await expect(pool.query('SELECT 1')).rejects.toThrow('ECONNREFUSED')
    await expect(pool.connect()).rejects.toThrow('ECONNREFUSED')
    await expect(new Query(pool).table('items').get()).rejects.toThrow(
      'There is no connection to the database (connect ECONNREFUSED 127.0.0.1:1).',
    )
    await pool.end()
  })

  test('waiting has a time limit', async () => {
    await using({ max: 1, connectionTimeoutMillis: 500 }, async (pool) => {
      const client = await pool.connect()
      await expect(pool.connect()).rejects.toThrow(
        'timeout exceeded when waiting for a free connection',
      )
      await expect(pool.query('SELECT 1')).rejects.toThrow('timeout exceeded')
      expect(pool.waitingCount).toBe(0)
      client.release()
      expect((await pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
    })
  })

  test('timeouts beyond the limit of timers do not expire immediately', async () => {
    const timeout = 2 ** 31
    const options = { max: 1, connectionTimeoutMillis: timeout, idleTimeoutMillis: timeout }
    await using(options, async (pool) => {
      const client = await pool.connect()
      const waiting = pool.query('SELECT 1 AS n')
      await client.query('SELECT pg_sleep(0.1)')
      client.release()
      expect((await waiting).rows).toEqual([{ n: 1 }])
      await pool.query('SELECT pg_sleep(0.1)')
      expect(pool.totalCount).toBe(1)
    })
  })

  test('unused connections are closed', async () => {
    await using({ max: 3, idleTimeoutMillis: 50 }, async (pool) => {
      await Promise.all(Array.from({ length: 9 }, () => pool.query('SELECT pg_sleep(0.01)')))
      expect(pool.totalCount).toBeGreaterThan(0)
      await expect.poll(() => pool.totalCount).toBe(0)
      expect((await pool.query('SELECT 1 AS n')).rowCount).toBe(1)
    })
  })

  test('closing waits for running queries, and refuses later ones', async () => {
    const pool = new PipelinedPool({ connectionString: database.url, max: 2 })
    const client = await pool.connect()
    const running = pool.query('SELECT pg_sleep(0.1), 1 AS n')
    const ended = pool.end()
    await expect(pool.query('SELECT 1')).rejects.toThrow(
      'Cannot use a pool after calling end on the pool',
    )
    await expect(pool.connect()).rejects.toThrow('Cannot use a pool')
    expect((await running).rowCount).toBe(1)
    await client.query('SELECT 1')
    client.release()
    await ended
    expect(pool.totalCount).toBe(0)
  })

  test('queries can be passed in all forms that a Pool accepts', async () => {
    await using({}, async (pool) => {
      const connected: unknown[] = []
      pool.on('connect', (client) => connected.push(client))
      expect((await pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
      expect((await pool.query('SELECT $1 AS n', ['x'])).rows).toEqual([{ n: 'x' }])
      expect((await pool.query({ text: 'SELECT $1 AS n', values: ['y'] })).rows).toEqual([
        { n: 'y' },
      ])
      const called = await new Promise((resolve, reject) => {
        pool.query('SELECT $1 AS n', ['z'], (error, result) =>
          error ? reject(error) : resolve(result?.rows),
        )
      })
      expect(called).toEqual([{ n: 'z' }])
      const failed = await new Promise((resolve) => {
        pool.query('SELECT x', (error) => resolve(error))
      })
      expect(failed).toMatchObject({ code: '42703' })
      expect(connected).toHaveLength(1)
    })
  })

  test('a client-side time limit throws, because it would affect other queries', () => {
    expect(() => new PipelinedPool({ query_timeout: 5 })).toThrow(InvalidQuery)
    expect(() => new PipelinedPool({ query_timeout: 5 })).toThrow('Use "statement_timeout"')
  })
})
