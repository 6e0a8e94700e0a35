import { RedisUnreachable } from 'fw'
import { isReadOnlyReplica } from 'fw/internals'
import { Redis, type RedisOptions } from 'ioredis'
import { parseRecord, type ScheduleRecord } from '../claims/schedule-record.ts'
import { ScheduleStore, type StoredRecord, type StoredRecords } from '../claims/schedule-store.ts'

/** The timeout for a response of Redis, in milliseconds. */
const patience = 5000

/** Keeps records in a hash of Redis, each prefixed with its version. */
export class RedisStore extends ScheduleStore {
  readonly #redis: Redis
  readonly #key: string
  readonly #options: RedisOptions
  /** The reason why the connection failed last; errors of commands lack it. */
  #lastError: Error | undefined

  /** The connection is opened on first use. */
  constructor(options: RedisOptions, prefix: string) {
    super()
    this.#redis = new Redis({
      reconnectOnError: isReadOnlyReplica,
      ...options,
      lazyConnect: true,
      maxRetriesPerRequest: 1,
      commandTimeout: patience,
    })
    // Each failure also rejects a promise.
    this.#redis.on('error', (error: Error) => (this.#lastError = error))
    this.#key = `${prefix}:schedules`
    this.#options = options
  }

  async read(names: readonly string[]): Promise<StoredRecords> {
    const answer = (await this.#run(readScript, names)) as [string, string, ...(string | null)[]]
    const [seconds, microseconds, ...texts] = answer
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
    return (await this.#run(writeScript, [name, version, text])) === 1
  }

  async close(): Promise<void> {
    this.#redis.disconnect()
  }

  async #run(script: string, values: readonly (string | number)[]): Promise<unknown> {
    try {
      return await this.#redis.eval(script, 1, this.#key, ...values)
    } catch (error) {
      if (error instanceof Error && error.name === 'ReplyError') throw error
      throw new RedisUnreachable(this.#options, this.#lastError ?? error)
    }
  }
}

function parse(text: string, now: number): StoredRecord {
  // Parsed the same way as in the script that compares versions.
  const [version = '0'] = /^\d+/.exec(text) ?? []
  return {
    version: Number(version),
    record: parseRecord(text.slice(text.indexOf(' ') + 1), now),
  }
}

const readScript = `
local answer = redis.call('TIME')
for _, name in ipairs(ARGV) do
  table.insert(answer, redis.call('HGET', KEYS[1], name))
end
return answer`

const writeScript = `
local stored = redis.call('HGET', KEYS[1], ARGV[1])
local version = stored and string.match(stored, '^%d+') or '0'
if version ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1`
