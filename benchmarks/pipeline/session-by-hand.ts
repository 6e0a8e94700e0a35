import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'

const idle = 30 * 60_000

const read = `return redis.call('HGETALL', KEYS[1])`

const update = `
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'isReplaced') == 1 then return 0 end
redis.call('HSET', KEYS[1], 'expiresAt', ARGV[2], '.visits', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
`

/**
 * Counts a visit of a session with the commands that `fw` sends; undefined if there is no such
 * session.
 */
export async function countVisit(
  redis: Redis,
  cookie: string | undefined,
): Promise<number | undefined> {
  const token = tokenIn(cookie)
  if (token === undefined) return undefined
  const key = `fw:session:${createHash('sha256').update(token).digest('base64url')}`
  const fields = (await redis.eval(read, 1, key)) as string[]
  const now = Date.now()
  const endsAt = Number(valueOf(fields, 'endsAt'))
  if (!(endsAt > now && Number(valueOf(fields, 'expiresAt')) > now)) return undefined
  const stored: unknown = JSON.parse(valueOf(fields, '.visits') ?? '0')
  if (!Number.isSafeInteger(stored)) return undefined
  const visits = (stored as number) + 1
  const expiresAt = Math.min(now + idle, endsAt)
  await redis.eval(update, 1, key, `${expiresAt - now}`, `${expiresAt}`, JSON.stringify(visits))
  return visits
}

function tokenIn(cookie = ''): string | undefined {
  for (const part of cookie.split(';')) {
    const mark = part.indexOf('=')
    if (part.slice(0, mark).trim() !== 'session') continue
    const token = part.slice(mark + 1).trim()
    return /^[\w-]{43}$/u.test(token) ? token : undefined
  }
  return undefined
}

/** Redis gives names and values in turn. */
function valueOf(fields: readonly string[], name: string): string | undefined {
  for (let index = 0; index < fields.length; index += 2) {
    if (fields[index] === name) return fields[index + 1]
  }
  return undefined
}
