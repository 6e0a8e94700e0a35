import type { Statement } from '../sql/sql-writer.ts'

let namesGiven = 0

/** A statement that has a name. */
export interface PreparedStatement {
  readonly name: string
  /** The same string each time, so that those that were built anew need not be kept. */
  readonly text: string
}

/**
 * Decides which statements are prepared under a name. A text gets its name when it comes for the second
 * time; when all names are given away, other texts run unnamed. So a connection never holds more than `limit`.
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

  /** The prepared form to run a statement in, and one use of it counted. */
  find({ text, isReusable }: Omit<Statement, 'params'>): PreparedStatement | undefined {
    return this.#names.get(text) ?? (isReusable ? this.#note(text) : undefined)
  }

  /** Drops a name whose statement the server no longer runs, after a change of a table for instance. */
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
