import type { Statement } from '../sql/sql-writer.ts'

let namesGiven = 0

/** A query that is prepared under a name. */
export interface PreparedStatement {
  readonly name: string
  /** The same string each time, so that equal strings which were built later can be collected. */
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
    this.#names.delete(text)
  }

  #note(text: string): PreparedStatement | undefined {
    if (this.#names.size >= this.#limit) return undefined
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= this.#limit) this.#seenOnce.clear()
      this.#seenOnce.add(text)
      return undefined
    }
    namesGiven++
    const prepared = { name: `fw_${namesGiven}`, text }
    this.#names.set(text, prepared)
    return prepared
  }
}
