import { RedisConnection, type RedisConnectionOptions } from '@fw/core/redis'
import { parseRecord, type ScheduleRecord } from '../claims/schedule-record.ts'
import { ScheduleStore, type StoredRecord, type StoredRecords } from '../claims/schedule-store.ts'

/** Stores records in a Redis hash, each prefixed with its version. */
export class RedisStore extends ScheduleStore {
  readonly #redis: RedisConnection
  readonly #key: string

  /** The connection is opened on first use. */
  constructor(options: RedisConnectionOptions, prefix: string) {
    super()
    this.#redis = new RedisConnection(options)
    this.#key = `${prefix}:schedules`
  }

  async read(names: readonly string[]): Promise<StoredRecords> {
    const response = (await this.#run(readScript, names)) as [string, string, ...(string | null)[]]
    const [seconds, microseconds, ...texts] = response
    const now = Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000)
    const entries = new Map<string, StoredRecord>()
    for (const [index, name] of names.entries()) {
      const text = texts[index]
      if (text) entries.set(name, parse(text, now))
    }
    return { now, entries }
  }

  async write(name: string, version: number, record: ScheduleRecord): Promise<boolean> {
    const text = `${version + 1} ${JSON.stringify(record)}`
    return (await this.#run(writeScript, [name, String(version), text])) === 1
  }

  close(): Promise<void> {
    return this.#redis.close()
  }

  #run(script: string, values: readonly string[]): Promise<unknown> {
    return this.#redis.run(script, [this.#key], [...values])
  }
}

function parse(text: string, now: number): StoredRecord {
  // The version is parsed in the same way as in the script that compares versions.
  const [version = '0'] = /^\d+/.exec(text) ?? []
  return {
    version: Number(version),
    record: parseRecord(text.slice(text.indexOf(' ') + 1), now),
  }
}

const readScript = `
local reply = redis.call('TIME')
for _, name in ipairs(ARGV) do
  table.insert(reply, redis.call('HGET', KEYS[1], name))
end
return reply`

const writeScript = `
local stored = redis.call('HGET', KEYS[1], ARGV[1])
local version = stored and string.match(stored, '^%d+') or '0'
if version ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1`
