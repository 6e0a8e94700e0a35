import { randomUUID } from 'node:crypto'
import { MemoryReplays, MemoryRevocations, type ReplayStore, type RevocationStore } from '@fw/auth'
import { DatabaseReplays, DatabaseRevocations } from '@fw/auth/database'
import { RedisReplays, RedisRevocations } from '@fw/auth/redis'
import { runStatement } from '@fw/query'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectToTopologies } from '../../core/test/base/redis/connect-to-topologies.ts'
import { describeWith } from '../../query/test/databases/servers.ts'
import { describeDatabases } from '../../queue/test/databases.ts'

interface Stores {
  readonly replays: ReplayStore
  readonly revocations: RevocationStore
}

function contract(open: () => Stores): void {
  const minute = 60_000
  const name = () => randomUUID()

  test('of fifty concurrent claims of one key, one succeeds', async () => {
    const { replays } = open()
    const key = name()
    const all = await Promise.all(
      Array.from({ length: 50 }, async () => replays.claim(key, Date.now() + minute)),
    )
    expect(all.filter(Boolean)).toHaveLength(1)
    expect(await replays.claim(name(), Date.now() + minute)).toBe(true)
  })

  test('a token is revoked by its id, even past its expiry', async () => {
    const { revocations } = open()
    const [jti, key] = [name(), name()]
    expect(await revocations.isRevoked({ jti, key, issuedAt: Date.now() })).toBe(false)
    await revocations.revoke(jti, Date.now() - minute)
    await revocations.revoke(jti, Date.now() - minute)
    expect(await revocations.isRevoked({ jti, key, issuedAt: Date.now() })).toBe(true)
    expect(await revocations.isRevoked({ jti: name(), key })).toBe(false)
    expect(await revocations.isRevoked({ key })).toBe(false)
  })

  test('all tokens of a principal up to a second are revoked, and an earlier revocation changes nothing', async () => {
    const { revocations } = open()
    const key = `https://id.example.com#${'x'.repeat(300)}${name()}`
    const before = 1_800_000_000_500
    await Promise.all([
      revocations.revokeAll(key, before),
      revocations.revokeAll(key, before),
      revocations.revokeAll(key, before),
    ])
    await revocations.revokeAll(key, before - minute)
    const at = (issuedAt: number) => revocations.isRevoked({ key, issuedAt })
    expect(await at(1_800_000_000_000)).toBe(true)
    expect(await at(1_799_999_999_000)).toBe(true)
    expect(await at(1_800_000_001_000)).toBe(false)
    expect(await revocations.isRevoked({ key })).toBe(true)
    await revocations.revokeAll(key, before + minute)
    expect(await at(1_800_000_001_000)).toBe(true)
  })
}

describe('in memory', () => {
  const stores = { replays: new MemoryReplays(), revocations: new MemoryRevocations() }
  contract(() => stores)
})

await describeWith('redis', 'Redis', (url) => {
  const redis = new Redis(url)
  const prefix = `fw-test-${randomUUID()}:`
  const run = (script: string, keys: string[], args: string[]) =>
    redis.eval(script, keys.length, ...keys, ...args)
  afterAll(async () => {
    const keys = await redis.keys(`${prefix}*`)
    if (keys.length > 0) await redis.del(...keys)
    await redis.quit()
  })
  const stores = {
    replays: new RedisReplays(run, `${prefix}a:`),
    revocations: new RedisRevocations(run, `${prefix}b:`),
  }
  contract(() => stores)

  test('a function that returns something else gets an error', async () => {
    const forgotten = async () => undefined
    await expect(new RedisReplays(forgotten).claim('a', 1)).rejects.toThrow(
      'The function that was passed to RedisReplays must resolve with the result of the script.',
    )
    await expect(new RedisRevocations(forgotten).isRevoked({ key: 'a' })).rejects.toThrow(
      'The function that was passed to RedisRevocations must resolve with the result of the script.',
    )
  })
})

await connectToTopologies((_title, redis) => {
  contract(() => ({
    replays: new RedisReplays(redis().run),
    revocations: new RedisRevocations(redis().run),
  }))
})

await describeDatabases((_title, database) => {
  beforeAll(async () => {
    for (const statement of tables) await runStatement(database.connection, statement)
  })
  contract(() => ({
    replays: new DatabaseReplays(database.connection),
    revocations: new DatabaseRevocations(database.connection),
  }))
})

/** Like in the documentation. */
const tables = [
  'CREATE TABLE fw_replays (id VARCHAR(64) PRIMARY KEY, expires_at BIGINT NOT NULL)',
  `CREATE TABLE fw_revocations (
    id VARCHAR(64) PRIMARY KEY,
    refused_before BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
]
