import type { ScheduleStore, StoredRecords } from './schedule-store.ts'
import type { ScheduleRecord } from './schedule-record.ts'

/** Changes the records in a store, without conflicts between schedulers, and tracks the clock of the store. */
export class StoreClient {
  readonly #store: ScheduleStore
  readonly #now: (() => number) | undefined
  /** The time of the store's clock at the start of this process, calculated from the last response of the store. */
  #origin = Date.now() - performance.now()

  /** `now` is used instead of the clock of the store. */
  constructor(store: ScheduleStore, now?: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Returns the store's time in milliseconds since the epoch, estimated from its last response. */
  now(): number {
    return this.#now?.() ?? this.#origin + performance.now()
  }

  /** Reads the store's time, in milliseconds since the epoch. */
  async time(): Promise<number> {
    return (await this.read([])).now
  }

  async read(names: readonly string[]): Promise<StoredRecords> {
    const { now, entries } = await this.#store.read(names)
    this.#origin = now - performance.now()
    return { now: this.#now?.() ?? now, entries }
  }

  /**
   * Stores the record that `decide` returns. If another scheduler changed the record first, `decide` is called again.
   * If `decide` returns undefined, the record does not change.
   */
  async change<T extends { readonly record: ScheduleRecord }>(
    name: string,
    decide: (record: ScheduleRecord | undefined, now: number) => T | undefined,
  ): Promise<T | undefined> {
    for (;;) {
      const { now, entries } = await this.read([name])
      const { version = 0, record } = entries.get(name) ?? {}
      const change = decide(record, now)
      if (!change || (await this.#store.write(name, version, change.record))) return change
    }
  }
}
