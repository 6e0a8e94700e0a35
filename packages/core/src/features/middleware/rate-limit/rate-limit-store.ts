import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { Clock } from '../../../base/config/clock.ts'
import { defaultBinding, type Resolver } from '../../../base/container/binding.ts'
import { Logger } from '../../../base/logging/logger.ts'
import { workerRole } from '../../../base/platform/processes.ts'

/** The state of a bucket after a request was counted. */
export interface Charge {
  /** True if the request was counted, false if it would exceed the limit. */
  readonly isTaken: boolean
  /** The time until the bucket is empty, in microseconds. */
  readonly owed: number
}

/**
 * Counts requests in buckets. Each request adds time to a bucket, and the bucket drains as time passes. If Redis is not
 * configured, each process counts in memory by default.
 */
export abstract class RateLimitStore {
  static readonly [defaultBinding] = (resolver: Resolver): RateLimitStore => {
    const { servers = 1 } = workerRole ?? {}
    if (servers > 1) {
      resolver
        .get(Logger)
        .warn(
          `Each of ${servers} processes counts requests separately, so callers have ${servers} times the limit. ` +
            'Set REDIS_URL without RATE_LIMIT_CONNECTION=memory, or register another RateLimitStore.',
        )
    }
    return new MemoryRateLimits(resolver.get(Clock))
  }

  /**
   * Adds `cost` to a bucket unless the sum would exceed `max`; both are in microseconds. A negative cost undoes a
   * request. Must be atomic: concurrent calls never use the same quota twice.
   */
  abstract charge(bucket: string, cost: number, max: number): MaybePromise<Charge>
}

/** Counts in process memory. */
export class MemoryRateLimits extends RateLimitStore {
  readonly #clock: Clock
  readonly #size: number
  /** The times at which buckets are empty, in microseconds since the epoch. */
  #recent = new Map<string, number>()
  #older = new Map<string, number>()

  /** Keeps at most `size` buckets. The least recently used are dropped. */
  constructor(clock = new Clock(), size = 100_000) {
    super()
    this.#clock = clock
    this.#size = size
  }

  charge(bucket: string, cost: number, max: number): Charge {
    const now = Math.floor(this.#clock.now() * 1000)
    const emptyAt = this.#recent.get(bucket) ?? this.#older.get(bucket) ?? now
    // If the clock was set back, a caller must not wait longer than for a full bucket.
    const owed = Math.min(Math.max(emptyAt - now, 0), max)
    const isTaken = owed + cost <= max
    const after = isTaken ? Math.max(owed + cost, 0) : owed
    this.#recent.set(bucket, now + after)
    if (this.#recent.size * 2 >= this.#size) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    return { isTaken, owed: after }
  }
}
