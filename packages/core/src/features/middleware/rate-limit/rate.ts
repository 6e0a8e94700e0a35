import { parseDuration } from '../../../base/config/units.ts'

/** A limit of requests per period. */
export interface Rate {
  /** The name of the counter. Limits with the same name share a counter. */
  readonly name: string
  readonly limit: number
  /** The number of requests that may arrive at the same time. */
  readonly burst: number
  /** The time after which one more request is allowed, in microseconds. */
  readonly interval: number
  /** The name, quoted for headers. */
  readonly label: string
  /** The value of `RateLimit-Policy`. */
  readonly policy: string
}

/**
 * Creates a rate of `limit` requests per period `per`, such as `15m`. The quota refills evenly. Throws a `TypeError`.
 */
export function createRate(name: string, limit: number, per: string, burst = limit): Rate {
  refuseUncountable('limit', limit)
  refuseUncountable('burst', burst)
  const duration = parseDuration(per)
  const interval = Math.floor((duration * 1000) / limit)
  if (!(interval * burst <= maxDuration)) {
    throw new TypeError(
      `A rate limit of ${limit} in "${per}" with a burst of ${burst} is not supported: it must refill within 100 years. Use a shorter time or a smaller burst.`,
    )
  }
  if (duration % 1000 !== 0 || interval === 0) {
    throw new TypeError(
      `A rate limit of ${limit} in "${per}" is not supported: the time must be one or more whole seconds, and the limit at most a million per second.`,
    )
  }
  const seconds = duration / 1000
  const label = quoted(name)
  return { name, limit, burst, interval, label, policy: `${label};q=${limit};w=${seconds}` }
}

/** A hundred years in microseconds. The sum with the current time is still an exact integer. */
const maxDuration = 100 * 366 * 86_400_000_000

function refuseUncountable(what: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return
  throw new TypeError(
    `The ${what} of a rate limit must be a whole number of at least 1, not ${value}.`,
  )
}

/** Quotes a string as a structured field (RFC 9651), which allows only ASCII. */
function quoted(text: string): string {
  return `"${text.replace(/[^\u0020-\u007e]/gu, '_').replace(/["\\]/gu, '\\$&')}"`
}
