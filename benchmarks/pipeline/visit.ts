import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'

/** A cookie that leads to a session in Redis. */
export const token = 'v'.repeat(43)

const key = `fw:session:${createHash('sha256').update(token).digest('base64url')}`
const lifetime = 12 * 3_600_000

/** Restarts the session, without visits. */
export async function resetVisits(): Promise<void> {
  const end = String(Date.now() + lifetime)
  await ask((redis) => redis.hset(key, { endsAt: end, expiresAt: end, '.visits': '0' }))
}

/** Throws where the session does not hold one visit. */
export async function expectOneVisit(): Promise<void> {
  const visits = await ask((redis) => redis.hget(key, '.visits'))
  if (visits !== '1') throw new Error(`The session in Redis holds ${visits} visits.`)
}

async function ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis()
  try {
    return await question(redis)
  } finally {
    redis.disconnect()
  }
}
