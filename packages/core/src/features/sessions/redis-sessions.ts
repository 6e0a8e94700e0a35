import { RedisScripts, type RedisScript, type RunScript } from '../../base/redis/redis-scripts.ts'
import { SessionStore, type SessionChange, type StoredSession } from './session-store.ts'

/** Stores sessions in Redis, each as a hash with an expiry. */
export class RedisSessions extends SessionStore {
  readonly #scripts: RedisScripts

  /** `prefix` is prepended to the key of each session. */
  constructor(run: RunScript, prefix = 'fw:session:') {
    super()
    this.#scripts = new RedisScripts('RedisSessions', run, prefix)
  }

  read(key: string): Promise<StoredSession | undefined> {
    return this.#scripts.run(read, key, [])
  }

  async create(
    key: string,
    { fields, endsAt, expiresAt }: StoredSession,
    now: number,
  ): Promise<void> {
    const pairs = Object.entries(fields).flatMap(([name, json]) => [fieldName(name), json])
    const times = [
      String(expiresAt - now),
      'endsAt',
      String(endsAt),
      'expiresAt',
      String(expiresAt),
    ]
    await this.#scripts.run(create, key, [...times, ...pairs])
  }

  update(key: string, { set, remove, expiresAt }: SessionChange, now: number): Promise<boolean> {
    const args = [String(expiresAt - now), String(expiresAt), String(remove.length)]
    for (const name of remove) args.push(fieldName(name))
    for (const name of Object.keys(set)) args.push(fieldName(name), set[name] as string)
    return this.#scripts.run(update, key, args)
  }

  replace(
    key: string,
    until: number,
    now: number,
    set: SessionChange['set'] = {},
  ): Promise<StoredSession | undefined> {
    const pairs = Object.entries(set).flatMap(([name, json]) => [fieldName(name), json])
    return this.#scripts.run(replace, key, [String(until - now), String(until), ...pairs])
  }

  async delete(key: string): Promise<void> {
    await this.#scripts.run(remove, key, [])
  }
}

/** Parses the alternating names and values that Redis returns. Names of data fields begin with a full stop. */
function toSession(pairs: readonly unknown[]): StoredSession | undefined {
  if (pairs.length === 0) return undefined
  const fields: Record<string, string> = {}
  let endsAt = Number.NaN
  let expiresAt = Number.NaN
  let isReplaced = false
  for (let index = 0; index < pairs.length; index += 2) {
    const name = String(pairs[index])
    const value = String(pairs[index + 1])
    if (name.startsWith('.')) fields[name.slice(1)] = value
    else if (name === 'endsAt') endsAt = Number(value)
    else if (name === 'expiresAt') expiresAt = Number(value)
    else if (name === 'isReplaced') isReplaced = true
  }
  return { fields, endsAt, expiresAt, isReplaced }
}

/** Returns the name of a data field in the hash. */
function fieldName(name: string): string {
  return `.${name}`
}

const read = returningSession(`return redis.call('HGETALL', KEYS[1])`)

const create = returningNumber(`
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
return redis.call('PEXPIRE', KEYS[1], ARGV[1])
`)

const update = returningNumber(`
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'isReplaced') == 1 then return 0 end
local removed = tonumber(ARGV[3])
for index = 4, 3 + removed do redis.call('HDEL', KEYS[1], ARGV[index]) end
redis.call('HSET', KEYS[1], 'expiresAt', ARGV[2], unpack(ARGV, 4 + removed))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
`)

const replace = returningSession(`
if redis.call('HEXISTS', KEYS[1], 'isReplaced') == 1 then return {} end
local found = redis.call('HGETALL', KEYS[1])
if #found > 0 then
  redis.call('HSET', KEYS[1], 'isReplaced', '1', 'expiresAt', ARGV[2], unpack(ARGV, 3))
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return found
`)

const remove = returningNumber(`return redis.call('DEL', KEYS[1])`)

function returningSession(lua: string): RedisScript<readonly unknown[], StoredSession | undefined> {
  return { lua, isReply: (reply) => Array.isArray(reply), parse: toSession }
}

/** Creates a script whose result is true if its Lua code returns 1. */
function returningNumber(lua: string): RedisScript<number, boolean> {
  return {
    lua,
    isReply: (reply) => typeof reply === 'number',
    parse: (changed) => changed === 1,
  }
}
