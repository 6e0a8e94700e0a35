import { Clock } from '../../config/clock.ts'
import { defaultBinding, type Resolver } from '../../container/binding.ts'
import { Logger } from '../../logging/logger.ts'
import { workerRole } from '../../platform/processes.ts'

/** What a bucket owes, after a unit was asked of it. */
export interface Charge {
  /** False where the unit would have been too much; nothing was added then. */
  readonly isTaken: boolean
  /** Microseconds until nothing is owed. */
  readonly owed: number
}

/**
 * Counts who has asked how often. A bucket owes time, which passes by itself. Unless another store is registered, the
 * counts are those of this process, in memory.
 */
export abstract class RateLimitStore {
  static readonly [defaultBinding] = (resolver: Resolver): RateLimitStore => {
    const { servers = 1 } = workerRole ?? {}
    if (servers > 1) {
      resolver
        .get(Logger)
        .warn(
          `Each of ${servers} processes counts rates for itself, so callers have ${servers} times as much. ` +
            'Register RedisRateLimits as the RateLimitStore.',
        )
    }
    return new MemoryRateLimits(resolver.get(Clock))
  }

  /**
   * Adds `cost` to what a bucket owes, unless it would then owe over `most`; all in microseconds. A negative cost gives
   * back. Two who ask at the same time never get the same unit.
   */
  abstract charge(bucket: string, cost: number, most: number): Charge | Promise<Charge>
}

/** Counts in the memory of one process. */
export class MemoryRateLimits extends RateLimitStore {
  readonly #clock: Clock
  readonly #size: number
  /** When nothing is owed any more, in microseconds since the epoch. */
  #recent = new Map<string, number>()
  #older = new Map<string, number>()

  /** Above `size` buckets, the half that was unused for longest is forgotten. */
  constructor(clock = new Clock(), size = 100_000) {
    super()
    this.#clock = clock
    this.#size = size
  }

  charge(bucket: string, cost: number, most: number): Charge {
    const now = Math.floor(this.#clock.now() * 1000)
    const free = this.#recent.get(bucket) ?? this.#older.get(bucket) ?? now
    // A clock that is set back must not shut anybody out for longer than a full bucket does.
    const owed = Math.min(Math.max(free - now, 0), most)
    const isTaken = owed + cost <= most
    const after = isTaken ? Math.max(owed + cost, 0) : owed
    this.#recent.set(bucket, now + after)
    if (this.#recent.size * 2 >= this.#size) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    return { isTaken, owed: after }
  }
}
