import type { Statement } from '../sql/sql-writer.ts'

/** A query that is prepared under a name. */
export interface PreparedStatement {
  readonly name: string
  /**
   * The same string object each time, so that equal strings that are built later can be garbage
   * collected.
   */
  readonly text: string
}

/**
 * Decides which queries are prepared under a name: SQL gets one when it is used for the second
 * time. After `limit` names, other SQL runs without a name, so a connection never holds more
 * prepared statements.
 */
export class PreparedNames {
  readonly #limit: number
  readonly #names = new Map<string, PreparedStatement>()
  readonly #seenOnce = new Set<string>()
  /**
   * The number of removed names. It is part of each name, so that a query never gets a removed name
   * again.
   */
  #forgotten = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  has(text: string): boolean {
    return this.#names.has(text)
  }

  /** Returns the prepared form of a query, or undefined. Each call counts as a use. */
  find({ text, isReusable }: Omit<Statement, 'params'>): PreparedStatement | undefined {
    return this.#names.get(text) ?? (isReusable ? this.#note(text) : undefined)
  }

  /**
   * Removes the name of a query that the server no longer runs, for example because a table has
   * changed.
   */
  forget(text: string): void {
    if (this.#names.delete(text)) this.#forgotten++
  }

  #note(text: string): PreparedStatement | undefined {
    if (this.#names.size >= this.#limit) return undefined
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= this.#limit) this.#seenOnce.clear()
      this.#seenOnce.add(text)
      return undefined
    }
    const prepared = { name: `fw_${digestOf(text)}_${this.#forgotten}`, text }
    this.#names.set(text, prepared)
    return prepared
  }
}

/**
 * Returns a string that depends only on the SQL. Behind a pooler, a connection to the server may have
 * prepared queries of other processes, and the same name must not belong to other SQL there.
 */
function digestOf(text: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
