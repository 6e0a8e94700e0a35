import { parseDuration } from '../../config/units.ts'

/** How often something may happen. */
export interface Rate {
  /** What is counted; the same name counts together. */
  readonly name: string
  readonly limit: number
  /** What may happen at once. */
  readonly burst: number
  /** From one unit to the next, in microseconds. */
  readonly interval: number
  /** The name as it stands in headers. */
  readonly label: string
  /** The value of `RateLimit-Policy`. */
  readonly policy: string
}

/** `limit` units each `per`, such as `15m`; they come back evenly. Throws a `TypeError`. */
export function createRate(name: string, limit: number, per: string, burst = limit): Rate {
  refuseUncountable('limit', limit)
  refuseUncountable('burst', burst)
  const duration = parseDuration(per)
  const interval = Math.floor((duration * 1000) / limit)
  if (duration % 1000 !== 0 || interval === 0 || !(interval * burst <= longest)) {
    throw new TypeError(
      `A rate limit of ${limit} in "${per}" cannot be counted: the time is one or more whole seconds, with at most a million units in each of them.`,
    )
  }
  const seconds = duration / 1000
  const label = quoted(name)
  return { name, limit, burst, interval, label, policy: `${label};q=${limit};w=${seconds}` }
}

/** A hundred years of microseconds: added to the present time they are still exact integers. */
const longest = 100 * 366 * 86_400_000_000

function refuseUncountable(what: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return
  throw new TypeError(`The ${what} of a rate limit is a whole number from 1, and ${value} is none.`)
}

/** A text of structured fields (RFC 9651), which has ASCII only. */
function quoted(text: string): string {
  return `"${text.replace(/[^\u0020-\u007e]/gu, '_').replace(/["\\]/gu, '\\$&')}"`
}
