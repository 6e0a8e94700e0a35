import { MemoryKeyedStore } from '@fw/core/internals'
import { KeyedSchedules } from './keyed-schedules.ts'

/** Keeps records in the memory of one process. */
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
