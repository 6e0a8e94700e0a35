import { RateLimitStore, type Charge } from './rate-limit-store.ts'

/** Runs a Lua script: `(script, keys, args) => redis.eval(script, keys.length, ...keys, ...args)`. */
export type RunScript = (script: string, keys: string[], args: string[]) => Promise<unknown>

/** Counts in Redis, for all processes together, by the clock of Redis. */
export class RedisRateLimits extends RateLimitStore {
  readonly #run: RunScript
  readonly #prefix: string

  /** `prefix` stands before the key of each bucket. */
  constructor(run: RunScript, prefix = 'fw:rate:') {
    super()
    this.#run = run
    this.#prefix = prefix
  }

  async charge(bucket: string, cost: number, most: number): Promise<Charge> {
    const found = await this.#run(script, [this.#prefix + bucket], [String(cost), String(most)])
    const [taken, owed] = Array.isArray(found) ? found.map(Number) : []
    if (taken === undefined || owed === undefined || Number.isNaN(owed)) {
      throw new TypeError(
        'The function that RedisRateLimits was given did not resolve with what the script returned.',
      )
    }
    return { isTaken: taken === 1, owed }
  }
}

/** The value is the time when nothing is owed any more, in microseconds since the epoch. */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local cost, most = tonumber(ARGV[1]), tonumber(ARGV[2])
local free = tonumber(redis.call('GET', KEYS[1])) or now
local owed = math.min(math.max(free - now, 0), most)
if owed + cost > most then return {0, owed} end
owed = owed + cost
if owed > 0 then
  redis.call('SET', KEYS[1], string.format('%.0f', now + owed), 'PX', math.ceil(owed / 1000))
else
  redis.call('DEL', KEYS[1])
end
return {1, owed}
`
