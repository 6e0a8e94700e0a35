import { RedisScripts, type RedisScript, type RunScript } from '../redis/redis-scripts.ts'
import {
  KeyedStore,
  never,
  nextVersion,
  type RecordChange,
  type StoredRecord,
} from './keyed-store.ts'

/** Stores strings in Redis, each prefixed with its version, such as `3 text`. Redis deletes expired ones. */
export class RedisKeyedStore extends KeyedStore<string> {
  readonly #scripts: RedisScripts

  /** `store` is the name for errors. `prefix` is prepended to each key. */
  constructor(store: string, run: RunScript, prefix: string) {
    super()
    this.#scripts = new RedisScripts(store, run, prefix)
  }

  get(key: string): Promise<StoredRecord<string> | undefined> {
    return this.#scripts.run(get, key, [])
  }

  put(
    key: string,
    change: RecordChange<string>,
    now: number,
    expectedVersion?: number,
  ): Promise<boolean> {
    const { value, expiresAt } = change
    const version = String(nextVersion(change, expectedVersion))
    const text = value === '' ? version : `${version} ${value}`
    const ttl = expiresAt === never ? '' : String(Math.max(expiresAt - now, 1))
    return this.#scripts.run(put, key, [String(expectedVersion ?? ''), text, ttl])
  }

  async delete(key: string): Promise<void> {
    await this.#scripts.run(remove, key, [])
  }
}

/** The script returns an empty string if there is no record. A record is never empty. */
const get: RedisScript<string, StoredRecord<string> | undefined> = {
  lua: `return redis.call('GET', KEYS[1]) or ''`,
  isReply: (reply) => typeof reply === 'string',
  parse: (text) => (text === '' ? undefined : toRecord(text)),
}

function toRecord(text: string): StoredRecord<string> {
  // Parsed in the same way as in the script that compares versions.
  const [version = '0'] = /^\d+/.exec(text) ?? []
  const space = text.indexOf(' ')
  return { version: Number(version), value: space < 0 ? '' : text.slice(space + 1) }
}

const put = returningNumber(`
local stored = redis.call('GET', KEYS[1])
if ARGV[1] == '' then
  if stored then return 0 end
elseif not stored or tonumber(string.match(stored, '^%d+') or '0') ~= tonumber(ARGV[1]) then
  return 0
end
if ARGV[3] == '' then
  redis.call('SET', KEYS[1], ARGV[2])
else
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
end
return 1
`)

const remove = returningNumber(`return redis.call('DEL', KEYS[1])`)

function returningNumber(lua: string): RedisScript<0 | 1, boolean> {
  return {
    lua,
    isReply: (reply): reply is 0 | 1 => reply === 0 || reply === 1,
    parse: (bit) => bit === 1,
  }
}
