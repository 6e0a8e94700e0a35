import type { ScheduleStore, StoredRecords } from './schedule-store.ts'
import type { ScheduleRecord } from './schedule-record.ts'

/** Changes the records of a store, one scheduler at a time, and knows what time it is there. */
export class Ledger {
  readonly #store: ScheduleStore
  readonly #ownNow: (() => number) | undefined
  /** The store's time when this process began, by its last answer. */
  #origin = Date.now() - performance.now()

  /** `now` takes the place of the store's time. */
  constructor(store: ScheduleStore, now?: () => number) {
    this.#store = store
    this.#ownNow = now
  }

  /** The store's time, counted on from its last answer, in milliseconds of the epoch. */
  now(): number {
    return this.#ownNow?.() ?? this.#origin + performance.now()
  }

  async read(names: readonly string[]): Promise<StoredRecords> {
    const { now, entries } = await this.#store.read(names)
    this.#origin = now - performance.now()
    return { now: this.#ownNow?.() ?? now, entries }
  }

  /**
   * Stores what `decide` makes of a record, which may be asked again where somebody else was first. Undefined where it
   * has nothing to change.
   */
  async change<T extends { readonly record: ScheduleRecord }>(
    name: string,
    decide: (record: ScheduleRecord | undefined, now: number) => T | undefined,
  ): Promise<T | undefined> {
    for (;;) {
      const { now, entries } = await this.read([name])
      const { version = 0, record } = entries.get(name) ?? {}
      const decided = decide(record, now)
      if (!decided || (await this.#store.write(name, version, decided.record))) return decided
    }
  }
}
