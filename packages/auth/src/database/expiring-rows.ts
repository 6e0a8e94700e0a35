import { Query, QueryFailed } from '@fw/query'

/** The rows of a table with a column `expires_at`, in milliseconds since the epoch. */
export class ExpiringRows {
  readonly #connection: object
  readonly #table: string
  #cleanedAt = 0

  /** `connection` is anything that `new Query()` accepts. */
  constructor(connection: object, table: string) {
    this.#connection = connection
    this.#table = table
  }

  query(): Query {
    return new Query(this.#connection).table(this.#table)
  }

  /**
   * Inserts a row. Returns false if its key exists; of several concurrent callers, only one gets
   * true.
   */
  async insertNew(row: object): Promise<boolean> {
    try {
      await this.query().insert(row)
      return true
    } catch (error) {
      if (error instanceof QueryFailed && error.reason === 'unique-violation') return false
      throw error
    }
  }

  /**
   * Deletes expired rows, at most once a minute, in the background. Failures are ignored, since the
   * next call tries again.
   */
  clean(now: number): void {
    if (now - this.#cleanedAt < 60_000) return
    this.#cleanedAt = now
    this.query()
      .where('expires_at', '<=', now)
      .delete()
      .catch(() => {})
  }
}
