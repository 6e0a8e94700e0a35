import { isPromise, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { Config } from '../../../base/config/config.ts'
import { defaultBinding, type Resolver } from '../../../base/container/binding.ts'
import { Logger } from '../../../base/logging/logger.ts'
import { toError } from '../../../base/logging/thrown.ts'
import { HttpError } from '../../../http/message/http-error.ts'
import { CircuitBreaker } from '../circuit-breaker.ts'
import { createRate, type Rate } from './rate.ts'
import { MemoryRateLimits, RateLimitStore, type Charge } from './rate-limit-store.ts'

/** The state of a limit after a request was counted. */
export interface Taken {
  readonly isAllowed: boolean
  /** The number of requests that are allowed now. */
  readonly remaining: number
  /** The number of seconds until one more request is allowed. */
  readonly reset: number
}

/** Returns a limiter that uses the same store, but counts in memory while the store is failing. */
export let withFallback: (limiter: RateLimiter) => RateLimiter

/** Counts with the `RateLimitStore` of the container. */
export class RateLimiter {
  static readonly [defaultBinding] = (resolver: Resolver): RateLimiter =>
    new RateLimiter(resolver.get(RateLimitStore), resolver.get(Logger), resolver.get(Config))

  readonly #store: RateLimitStore
  readonly #logger: Logger
  readonly #config: Config
  readonly #failsClosed: boolean
  readonly #breaker = new CircuitBreaker()
  #isFailing = false
  /** The store that is used while the other one is failing. */
  #fallback: RateLimitStore | undefined

  constructor(store: RateLimitStore, logger: Logger, config: Config) {
    this.#store = store
    this.#logger = logger
    this.#config = config
    this.#failsClosed = failsClosed(config)
  }

  /**
   * Counts a request for a `key`, with a limit of `limit` requests per period `per`, such as `15m`. The counter is
   * called `name`. Resolves to the remaining quota. Rejects with `HttpError` 429 if the limit is exceeded, and 503 if
   * the store fails and `FW_RATE_LIMIT_FAILS` is `closed`.
   */
  async take(name: string, key: string, limit: number, per: string): Promise<Taken> {
    const taken = await this.chargeRate(createRate(name, limit, per), key)
    if (!taken.isAllowed) throw tooManyRequests(taken)
    return taken
  }

  /** Undoes a request that was counted. */
  async giveBack(name: string, key: string, limit: number, per: string): Promise<void> {
    const rate = createRate(name, limit, per)
    await this.#charge(rate, key, -rate.interval)
  }

  /** Like `take`, but returns a result instead of the 429. Synchronous if the store counts in memory. */
  chargeRate(rate: Rate, key: string): MaybePromise<Taken> {
    return this.#charge(rate, key, rate.interval)
  }

  #charge(rate: Rate, key: string, cost: number): MaybePromise<Taken> {
    const bucket = `${rate.name}:${shortened(key)}`
    const max = rate.burst * rate.interval
    let charge: MaybePromise<Charge>
    try {
      charge = this.#breaker.run(() => this.#store.charge(bucket, cost, max))
    } catch (error) {
      return this.#handleFailure(rate, error, () => this.#fallback?.charge(bucket, cost, max))
    }
    if (!isPromise(charge)) return this.#toTaken(rate, charge)
    return charge.then(
      (settled) => this.#toTaken(rate, settled),
      (error: unknown) =>
        this.#handleFailure(rate, error, () => this.#fallback?.charge(bucket, cost, max)),
    )
  }

  #toTaken(rate: Rate, charge: Charge): Taken {
    if (this.#isFailing) {
      this.#isFailing = false
      this.#logger.info('The rate limit store is available again.')
    }
    return remainingQuota(rate, charge)
  }

  async #handleFailure(
    rate: Rate,
    error: unknown,
    chargeFallback: () => MaybePromise<Charge> | undefined,
  ): Promise<Taken> {
    if (!this.#isFailing) {
      this.#isFailing = true
      const consequence = this.#failsClosed
        ? 'rejected with 503'
        : this.#fallback
          ? 'counted in this process'
          : 'not counted'
      // The original error may contain the Redis command, and with it the keys of clients.
      const { message, name } = toError(error)
      this.#logger.warn(
        `The rate limit store is failing. Until it is available, requests are ${consequence}.`,
        { reason: message || (error as { code?: string }).code || name },
      )
    }
    if (this.#failsClosed) {
      const headers = { 'retry-after': '5' }
      throw new HttpError(503, 'The request cannot be counted at the moment.', { headers })
    }
    const charge = await chargeFallback()
    return charge
      ? remainingQuota(rate, charge)
      : { isAllowed: true, remaining: rate.burst, reset: 0 }
  }

  static {
    withFallback = (limiter) => {
      const other = new RateLimiter(limiter.#store, limiter.#logger, limiter.#config)
      other.#fallback = new MemoryRateLimits()
      return other
    }
  }
}

function remainingQuota({ burst, interval }: Rate, { isTaken, owed }: Charge): Taken {
  const remaining = Math.floor((burst * interval - owed) / interval)
  const wait = owed - (burst - remaining - 1) * interval
  return { isAllowed: isTaken, remaining, reset: Math.ceil(wait / 1_000_000) }
}

/** True if requests are rejected while the store is failing. Throws `ConfigValueInvalid`. */
export function failsClosed(config: Config): boolean {
  return config.oneOf('FW_RATE_LIMIT_FAILS', ['open', 'closed'], 'open') === 'closed'
}

/** Creates the error for a request that exceeds its limit. */
export function tooManyRequests({ reset }: Taken): HttpError {
  return new HttpError(429, 'Too many requests.', {
    headers: { 'retry-after': String(reset) },
    type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
  })
}

/**
 * Creates the error for a tool call that exceeds its limit. The message contains the delay, because agents do not read
 * headers.
 */
export function tooManyCalls({ reset }: Taken): HttpError {
  return new HttpError(429, `Too many requests. Wait ${reset} s.`)
}

/** Hashes long keys, so that clients cannot fill the store with them. */
function shortened(key: string): string {
  if (key.length <= 64) return key
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(key).digest('base64url')
}
