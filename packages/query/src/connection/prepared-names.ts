import type { Statement } from '../sql/sql-writer.ts'

let namesGiven = 0

/** A statement that is prepared under a name. */
export interface PreparedStatement {
  readonly name: string
  /** The same string each time: equal ones that were built later need not be kept. */
  readonly text: string
}

/**
 * Decides which statements are prepared under a name. A text gets a name when it comes for the second time.
 * After `limit` names other texts run without one, so a connection never holds more prepared statements.
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

  /** The prepared form of a statement, if it has one. Each call counts as one use. */
  find({ text, isReusable }: Omit<Statement, 'params'>): PreparedStatement | undefined {
    return this.#names.get(text) ?? (isReusable ? this.#note(text) : undefined)
  }

  /** Drops the name of a statement that the server no longer runs, for example because a table has changed. */
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
