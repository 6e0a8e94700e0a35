import { Query, QueryFailed } from '@fw/query'

/** The rows of a table that have `expires_at`, in milliseconds since the epoch. */
export class ExpiringRows {
  readonly #connection: object
  readonly #table: string
  #cleanedAt = 0

  /** `connection` is what `new Query()` takes. */
  constructor(connection: object, table: string) {
    this.#connection = connection
    this.#table = table
  }

  query(): Query {
    return new Query(this.#connection).table(this.#table)
  }

  /** Inserts a row; false where its key exists. Of several callers at the same time, only one gets true. */
  async insertNew(row: object): Promise<boolean> {
    try {
      await this.query().insert(row)
      return true
    } catch (error) {
      if (error instanceof QueryFailed && error.reason === 'unique-violation') return false
      throw error
    }
  }

  /** Deletes what has expired, once a minute. Nothing waits for it, and the next time makes up for a failure. */
  clean(now: number): void {
    if (now - this.#cleanedAt < 60_000) return
    this.#cleanedAt = now
    this.query()
      .where('expires_at', '<=', now)
      .delete()
      .catch(() => {})
  }
}
