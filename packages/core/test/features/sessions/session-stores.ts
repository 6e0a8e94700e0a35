import { randomUUID } from 'node:crypto'
import { Query } from '@fw/query'
import { DatabaseSessions, MemorySessions, RedisSessions, type SessionStore } from '@fw/core/web'
import { Redis } from 'ioredis'
import { afterAll, describe } from 'vitest'
import { connectToTopologies } from '../../base/redis/connect-to-topologies.ts'
import { describeWith } from '../../../../query/test/databases/servers.ts'
import { describeDrivers } from '../../../../query/test/drivers.ts'

/** The table of `DatabaseSessions`, as the documentation has it. */
const table = `CREATE TABLE fw_sessions (
  id VARCHAR(64) PRIMARY KEY,
  data TEXT NOT NULL,
  version INT NOT NULL,
  replaced INT NOT NULL,
  ends_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
)`

/** Defines a group of tests for each store, on real servers. */
export async function describeStores(define: (store: () => SessionStore) => void): Promise<void> {
  describe('memory', () => {
    const store = new MemorySessions()
    define(() => store)
  })
  await describeWith('redis', 'Redis', (url) => {
    const redis = new Redis(url)
    const prefix = `fw-test-${randomUUID()}:`
    afterAll(async () => {
      const keys = await redis.keys(`${prefix}*`)
      if (keys.length > 0) await redis.del(...keys)
      await redis.quit()
    })
    const store = new RedisSessions(
      (script, keys, args) => redis.eval(script, keys.length, ...keys, ...args),
      prefix,
    )
    define(() => store)
  })
  await connectToTopologies((_title, redis) => {
    let store: SessionStore | undefined
    define(() => (store ??= new RedisSessions(redis().run)))
  })
  await describeDrivers(
    'database',
    () => [table],
    (driver) => {
      let store: SessionStore | undefined
      define(() => (store ??= new DatabaseSessions(() => new Query(driver.connection))))
    },
  )
}
