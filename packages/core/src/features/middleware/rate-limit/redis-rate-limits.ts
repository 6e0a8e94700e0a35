import {
  RedisScripts,
  type RedisScript,
  type RunScript,
} from '../../../base/redis/redis-scripts.ts'
import { RateLimitStore, type Charge } from './rate-limit-store.ts'

/** Counts in Redis for all processes, with the clock of the Redis server. */
export class RedisRateLimits extends RateLimitStore {
  readonly #scripts: RedisScripts

  /** `prefix` is prepended to the key of each bucket. */
  constructor(run: RunScript, prefix = 'fw:rate:') {
    super()
    this.#scripts = new RedisScripts('RedisRateLimits', run, prefix)
  }

  charge(bucket: string, cost: number, max: number): Promise<Charge> {
    return this.#scripts.run(charge, bucket, [String(cost), String(max)])
  }
}

/** The stored value is the time at which the bucket is empty, in microseconds since the epoch. */
const charge: RedisScript<readonly unknown[], Charge> = {
  isReply: (reply): reply is unknown[] =>
    Array.isArray(reply) && reply.length > 1 && !Number.isNaN(Number(reply[1])),
  parse: ([taken, owed]) => ({ isTaken: Number(taken) === 1, owed: Number(owed) }),
  lua: `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local cost, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local empty_at = tonumber(redis.call('GET', KEYS[1])) or now
local owed = math.min(math.max(empty_at - now, 0), limit)
if owed + cost > limit then return {0, owed} end
owed = owed + cost
if owed > 0 then
  redis.call('SET', KEYS[1], string.format('%.0f', now + owed), 'PX', math.ceil(owed / 1000))
else
  redis.call('DEL', KEYS[1])
end
return {1, owed}
`,
}
