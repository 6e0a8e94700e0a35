import { Config } from '../../config/config.ts'
import { defaultBinding, type Resolver } from '../../container/binding.ts'
import { Logger } from '../../logging/logger.ts'
import { toError } from '../../logging/thrown.ts'
import { HttpError } from '../../message/http-error.ts'
import { Patience } from '../patience.ts'
import { createRate, type Rate } from './rate.ts'
import { MemoryRateLimits, RateLimitStore, type Charge } from './rate-limit-store.ts'

/** What is left after a unit was asked for. */
export interface Taken {
  readonly isAllowed: boolean
  /** How many units may still be taken now. */
  readonly remaining: number
  /** Whole seconds until there is one more. */
  readonly reset: number
}

/** A limiter with the same counts, which counts in this process while their store fails. */
export let withStandIn: (limiter: RateLimiter) => RateLimiter

/** Counts by the store of the container. */
export class RateLimiter {
  static readonly [defaultBinding] = (resolver: Resolver): RateLimiter =>
    new RateLimiter(resolver.get(RateLimitStore), resolver.get(Logger), resolver.get(Config))

  readonly #store: RateLimitStore
  readonly #logger: Logger
  readonly #config: Config
  readonly #isClosing: boolean
  readonly #patience = new Patience()
  #isFailing = false
  /** Counts while the store fails. */
  #standIn: RateLimitStore | undefined

  constructor(store: RateLimitStore, logger: Logger, config: Config) {
    this.#store = store
    this.#logger = logger
    this.#config = config
    this.#isClosing = isClosing(config)
  }

  /**
   * Takes one of `limit` units each `per`, such as `15m`, that `key` has under `name`, and gives what is left. Rejects
   * with `HttpError` 429 where there is none, and 503 where the store fails and `FW_RATE_LIMIT_FAILS` is `closed`.
   */
  async take(name: string, key: string, limit: number, per: string): Promise<Taken> {
    const taken = await this.judge(createRate(name, limit, per), key)
    if (!taken.isAllowed) throw tooManyRequests(taken)
    return taken
  }

  /** Gives back a unit that was taken, as if it had not been. */
  async giveBack(name: string, key: string, limit: number, per: string): Promise<void> {
    const rate = createRate(name, limit, per)
    await this.#charge(rate, key, -rate.interval)
  }

  /** As `take`, with a result in place of the 429. Without a promise if the store counts in memory. */
  judge(rate: Rate, key: string): Taken | Promise<Taken> {
    return this.#charge(rate, key, rate.interval)
  }

  #charge(rate: Rate, key: string, cost: number): Taken | Promise<Taken> {
    const bucket = `${rate.name}:${shortened(key)}`
    const most = rate.burst * rate.interval
    let charge: Charge | Promise<Charge>
    try {
      charge = this.#patience.wait(() => this.#store.charge(bucket, cost, most))
    } catch (error) {
      return this.#lack(rate, error, () => this.#standIn?.charge(bucket, cost, most))
    }
    if (!(charge instanceof Promise)) return this.#toTaken(rate, charge)
    return charge.then(
      (settled) => this.#toTaken(rate, settled),
      (error: unknown) => this.#lack(rate, error, () => this.#standIn?.charge(bucket, cost, most)),
    )
  }

  #toTaken(rate: Rate, charge: Charge): Taken {
    if (this.#isFailing) {
      this.#isFailing = false
      this.#logger.info('The store of the rate limits answers again.')
    }
    return leftOf(rate, charge)
  }

  async #lack(
    rate: Rate,
    error: unknown,
    standIn: () => Charge | Promise<Charge> | undefined,
  ): Promise<Taken> {
    if (!this.#isFailing) {
      this.#isFailing = true
      const consequence = this.#isClosing
        ? 'answered with 503'
        : this.#standIn
          ? 'counted in this process'
          : 'let pass uncounted'
      // The error itself may hold the command, and so the keys that it uses.
      const { message, name } = toError(error)
      this.#logger.warn(
        `The store of the rate limits fails. Until it answers, requests are ${consequence}.`,
        { reason: message || (error as { code?: string }).code || name },
      )
    }
    if (this.#isClosing) {
      const headers = { 'retry-after': '5' }
      throw new HttpError(503, 'The request cannot be counted now.', { headers })
    }
    const charge = await standIn()
    return charge ? leftOf(rate, charge) : { isAllowed: true, remaining: rate.burst, reset: 0 }
  }

  static {
    withStandIn = (limiter) => {
      const other = new RateLimiter(limiter.#store, limiter.#logger, limiter.#config)
      other.#standIn = new MemoryRateLimits()
      return other
    }
  }
}

function leftOf({ burst, interval }: Rate, { isTaken, owed }: Charge): Taken {
  const remaining = Math.floor((burst * interval - owed) / interval)
  const wait = owed - (burst - remaining - 1) * interval
  return { isAllowed: isTaken, remaining, reset: Math.ceil(wait / 1_000_000) }
}

/** Whether nobody passes while the store fails. Throws `ConfigValueInvalid`. */
export function isClosing(config: Config): boolean {
  return config.oneOf('FW_RATE_LIMIT_FAILS', ['open', 'closed'], 'open') === 'closed'
}

/** The error of a request over its limit. */
export function tooManyRequests({ reset }: Taken): HttpError {
  return new HttpError(429, 'Too many requests.', {
    headers: { 'retry-after': String(reset) },
    type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
  })
}

/** The error of a call over its limit: agents read no headers. */
export function tooManyCalls({ reset }: Taken): HttpError {
  return new HttpError(429, `Too many requests. Wait ${reset} s.`)
}

/** Keeps clients from filling the store with long texts. */
function shortened(key: string): string {
  if (key.length <= 64) return key
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(key).digest('base64url')
}
