import type { Statement } from '../sql/sql-writer.ts'

/** A query that is prepared under a name. */
export interface PreparedStatement {
  readonly name: string
  /** Always the same string object, so that equal strings that are created later can be garbage collected. */
  readonly text: string
}

/**
 * Decides which queries are prepared under a name: SQL is prepared when it is used for the second time. After `limit`
 * names, other SQL runs without a name.
 */
export class PreparedNames {
  readonly #limit: number
  readonly #names = new Map<string, PreparedStatement>()
  readonly #seenOnce = new Set<string>()
  /** The number of removed names. It is part of each new name, so that a removed name is never used again. */
  #removedCount = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  has(text: string): boolean {
    return this.#names.has(text)
  }

  /** Returns the prepared form of a query, or undefined. Counts a use if the query is reusable. */
  find({ text, isReusable }: Omit<Statement, 'params'>): PreparedStatement | undefined {
    return this.#names.get(text) ?? (isReusable ? this.#countUse(text) : undefined)
  }

  /** Removes the name of a query that the server rejects, for example because a table has changed. */
  forget(text: string): void {
    if (this.#names.delete(text)) this.#removedCount++
  }

  #countUse(text: string): PreparedStatement | undefined {
    if (this.#names.size >= this.#limit) return undefined
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= this.#limit) this.#seenOnce.clear()
      this.#seenOnce.add(text)
      return undefined
    }
    const prepared = { name: `fw_${digestOf(text)}_${this.#removedCount}`, text }
    this.#names.set(text, prepared)
    return prepared
  }
}

/**
 * Returns a digest that depends only on the SQL. Behind a pooler, other processes may have prepared queries on the same
 * server connection, and a name must not refer to different SQL there.
 */
function digestOf(text: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
