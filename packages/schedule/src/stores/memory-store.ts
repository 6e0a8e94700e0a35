import { MemoryKeyedStore } from '@fw/core/internals'
import { KeyedSchedules } from './keyed-schedules.ts'

/** Stores records in process memory. */
export class MemoryStore extends KeyedSchedules {
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    super(new MemoryKeyedStore())
    this.#now = now
  }

  async close(): Promise<void> {}

  protected now(): number {
    return this.#now()
  }
}
