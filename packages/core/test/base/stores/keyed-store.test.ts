import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import {
  MemoryKeyedStore,
  never,
  RedisKeyedStore,
  SqlKeyedStore,
  type KeyedStore,
} from '@fw/core/internals'
import { Query, runStatement } from '@fw/query'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeDatabases } from '../../../../queue/test/databases.ts'
import { describeWith } from '../../../../query/test/databases/servers.ts'
import { connectToTopologies } from '../redis/connect-to-topologies.ts'

const minute = 60_000

/** Rules that each store keeps. `open` returns a new instance, which may share its records with others. */
function contract(open: () => KeyedStore<string>): void {
  const create = () => ({ store: open(), key: randomUUID() })
  const lasting = (value: string) => ({ value, expiresAt: never })

  test('a record is returned with its version until it is deleted', async () => {
    const { store, key } = create()
    expect(await store.get(key)).toBeUndefined()
    expect(await store.put(key, lasting('first'), Date.now())).toBe(true)
    expect(await store.get(key)).toMatchObject({ value: 'first', version: 1 })
    expect(await store.put(key, lasting('second'), Date.now(), 1)).toBe(true)
    expect(await store.get(key)).toMatchObject({ value: 'second', version: 2 })
    await store.delete(key)
    await store.delete(key)
    expect(await store.get(key)).toBeUndefined()
    expect(await store.put(key, lasting('third'), Date.now())).toBe(true)
    expect(await store.get(key)).toMatchObject({ value: 'third', version: 1 })
  })

  test('an outdated or unknown version changes nothing', async () => {
    const { store, key } = create()
    expect(await store.put(key, lasting('none'), Date.now(), 1)).toBe(false)
    expect(await store.get(key)).toBeUndefined()
    await store.put(key, lasting('first'), Date.now())
    await store.put(key, lasting('second'), Date.now(), 1)
    for (const version of [0, 1, 3]) {
      expect(await store.put(key, lasting('other'), Date.now(), version)).toBe(false)
    }
    expect(await store.put(key, lasting('other'), Date.now())).toBe(false)
    expect(await store.get(key)).toMatchObject({ value: 'second', version: 2 })
  })

  test('of fifty concurrent callers, one stores a new record', async () => {
    const { store, key } = create()
    const all = await Promise.all(
      Array.from({ length: 50 }, async (_, index) =>
        store.put(key, lasting(String(index)), Date.now()),
      ),
    )
    expect(all.filter(Boolean)).toHaveLength(1)
    expect(await store.get(key)).toMatchObject({ value: String(all.indexOf(true)) })
  })

  test('concurrent changes of one record are all stored', async () => {
    const { store, key } = create()
    await Promise.all(
      Array.from({ length: 10 }, async () =>
        store.change(key, Date.now(), (record) => lasting(`${record?.value ?? ''}x`)),
      ),
    )
    expect(await store.get(key)).toMatchObject({ value: 'x'.repeat(10), version: 10 })
  })

  test('a change returns the previous record, if there was one', async () => {
    const { store, key } = create()
    expect(await store.change(key, Date.now(), () => undefined)).toBeUndefined()
    expect(await store.change(key, Date.now(), () => lasting('first'))).toBeUndefined()
    const before = await store.change(key, Date.now(), () => lasting('second'))
    expect(before).toMatchObject({ value: 'first', version: 1 })
    expect(await store.change(key, Date.now(), () => undefined)).toBeUndefined()
    expect(await store.get(key)).toMatchObject({ value: 'second', version: 2 })
  })

  test('a version may be a time', async () => {
    const { store, key } = create()
    const [time, later] = [1_800_000_000_123, 1_800_000_000_124]
    await store.put(key, { ...lasting(''), version: time }, Date.now())
    expect(await store.get(key)).toMatchObject({ value: '', version: time })
    const change = { ...lasting('later'), version: later }
    expect(await store.put(key, change, Date.now(), time - 1)).toBe(false)
    expect(await store.put(key, change, Date.now(), time)).toBe(true)
    expect(await store.get(key)).toMatchObject({ value: 'later', version: later })
  })

  test('expired records are deleted at the latest with the first new one of a minute', async () => {
    const { store, key } = create()
    const now = Date.now()
    await store.put(key, { value: 'old', expiresAt: now + 100 }, now)
    const others = [randomUUID(), randomUUID()] as const
    await store.put(others[0], lasting('lasting'), now + minute)
    await store.put(others[1], { value: 'later', expiresAt: now + 3 * minute }, now + 2 * minute)
    await expect.poll(() => store.get(key)).toBeUndefined()
    expect(await store.put(key, lasting('new'), now)).toBe(true)
    expect(await store.getAll([key, ...others])).toMatchObject([
      { value: 'new', version: 1 },
      { value: 'lasting' },
      { value: 'later' },
    ])
  })

  test('several records are returned in the order of their keys', async () => {
    const { store } = create()
    const keys = [randomUUID(), randomUUID(), randomUUID()] as const
    await store.put(keys[2], lasting('c'), Date.now())
    await store.put(keys[0], lasting('a'), Date.now())
    const found = await store.getAll(keys)
    expect(found.map((record) => record?.value)).toEqual(['a', undefined, 'c'])
    expect(await store.getAll([])).toEqual([])
  })

  test.each(['', ' ', '7', '7 8', '\n', '"é" \\ 𝄞'])('%j is stored unchanged', async (value) => {
    const { store, key } = create()
    await store.put(key, lasting(value), Date.now())
    expect(await store.get(key)).toMatchObject({ value, version: 1 })
    await store.put(key, lasting(`${value}!`), Date.now(), 1)
    expect(await store.get(key)).toMatchObject({ value: `${value}!`, version: 2 })
  })
}

describe('memory', () => {
  const store = new MemoryKeyedStore<string>()
  contract(() => store)

  test('drops the records that have been unchanged the longest', () => {
    const small = new MemoryKeyedStore<string>(3)
    const change = { value: '', expiresAt: 100 }
    small.put('marker', { value: '', expiresAt: never }, 0)
    for (const key of ['a', 'b']) small.put(key, change, 0)
    small.put('a', change, 0, 1)
    small.get('marker')
    for (const key of ['c', 'd']) small.put(key, change, 0)
    const left = ['a', 'b', 'c', 'd', 'marker'].filter((key) => small.get(key))
    expect(left).toEqual(['c', 'd', 'marker'])
  })
})

await describeWith('redis', 'Redis', (url) => {
  const redis = new Redis(url)
  const prefix = `fw-test-${randomUUID()}:`
  const store = new RedisKeyedStore(
    'TestStore',
    (script, keys, args) => redis.eval(script, keys.length, ...keys, ...args),
    prefix,
  )
  afterAll(async () => {
    const keys = await redis.keys(`${prefix}*`)
    if (keys.length > 0) await redis.del(...keys)
    await redis.quit()
  })
  contract(() => store)

  test('a record has an expiry in Redis only if it expires', async () => {
    await store.put('lasting', { value: '', expiresAt: never }, Date.now())
    await store.put('short', { value: '', expiresAt: Date.now() + minute }, Date.now())
    expect(await redis.pttl(`${prefix}lasting`)).toBe(-1)
    expect(await redis.pttl(`${prefix}short`)).toBeGreaterThan(minute / 2)
  })

  test('a value of other software counts as a record of version 0, which can be replaced', async () => {
    await redis.set(`${prefix}other`, 'other software')
    expect(await store.get('other')).toEqual({ value: 'software', version: 0 })
    expect(await store.put('other', { value: 'mine', expiresAt: never }, Date.now(), 0)).toBe(true)
    expect(await store.get('other')).toEqual({ value: 'mine', version: 1 })
  })

  test('an error does not show what was to be stored', async () => {
    await redis.rpush(`${prefix}list`, 'not a string')
    const change = { value: 'leak', expiresAt: never }
    const error: unknown = await store.put('list', change, 0).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: expect.stringContaining('WRONGTYPE') })
    expect(inspect(error, { depth: 10 })).not.toContain('leak')
  })

  test('a function that returns something else gets an error', async () => {
    const forgotten = new RedisKeyedStore('TestStore', async () => undefined, '')
    await expect(forgotten.get('key')).rejects.toThrow(
      'The function that was passed to TestStore must resolve with the result of the script.',
    )
  })
})

await connectToTopologies((_title, redis) => {
  contract(() => new RedisKeyedStore('TestStore', redis().run, 'fw-test:'))
})

await describeDatabases((title, database) => {
  const layout = {
    table: 'records',
    key: 'name',
    version: 'version',
    expiresAt: 'expires_at',
    toColumns: (value: string) => ({ content: value }),
    toValue: (row: Readonly<Record<string, unknown>>) => String(row['content']),
  }
  const statement = `CREATE TABLE records (
    name VARCHAR(64) PRIMARY KEY,
    content TEXT NOT NULL,
    version BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )${title === 'MySQL' ? ' CHARACTER SET utf8mb4' : ''}`
  beforeAll(() => runStatement(database.connection, statement))
  contract(() => new SqlKeyedStore(() => new Query(database.connection), layout))

  test('an error does not show what was to be stored', async () => {
    const store = new SqlKeyedStore(() => new Query(database.connection), {
      ...layout,
      table: 'missing',
    })
    const change = { value: 'leak', expiresAt: never }
    const error: unknown = await store.put('key', change, 0).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'QueryFailed' })
    expect(inspect(error, { depth: 10 })).not.toContain('leak')
  })
})
