import { Query } from '@fw/query'
import { insertNew } from './insert-new.ts'
import { ReplayStore } from '../stores/replay-store.ts'

/** Remembers in a table `id VARCHAR(64) PRIMARY KEY, expires_at BIGINT NOT NULL`, for all processes together. */
export class DatabaseReplays extends ReplayStore {
  readonly #connection: object
  readonly #table: string
  #cleanedAt = 0

  /** `connection` is what `new Query()` takes. */
  constructor(connection: object, table = 'fw_replays') {
    super()
    this.#connection = connection
    this.#table = table
  }

  async claim(key: string, until: number): Promise<boolean> {
    await this.#clean(Date.now())
    return insertNew(this.#rows(), { id: key, expires_at: until })
  }

  /** Once a minute, what has expired is deleted. */
  async #clean(now: number): Promise<void> {
    if (now - this.#cleanedAt < 60_000) return
    this.#cleanedAt = now
    await this.#rows().where('expires_at', '<=', now).delete()
  }

  #rows(): Query {
    return new Query(this.#connection).table(this.#table)
  }
}
