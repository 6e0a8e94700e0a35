let namesGiven = 0

/**
 * Decides which statements are prepared under a name. A text gets its name when it comes for the second
 * time; when all names are given away, other texts run unnamed. So a connection never holds more than `limit`.
 */
export class PreparedNames {
  readonly #limit: number
  readonly #names = new Map<string, string>()
  readonly #seenOnce = new Set<string>()

  constructor(limit: number) {
    this.#limit = limit
  }

  has(text: string): boolean {
    return this.#names.has(text)
  }

  /** The name to run a statement under, and one use of it counted. */
  nameOf(statement: { readonly text: string; readonly recurs: boolean }): string | undefined {
    return (
      this.#names.get(statement.text) ?? (statement.recurs ? this.#note(statement.text) : undefined)
    )
  }

  /** Drops a name whose statement the server no longer runs, after a change of a table for instance. */
  forget(text: string): void {
    this.#names.delete(text)
  }

  #note(text: string): string | undefined {
    if (this.#names.size >= this.#limit) return undefined
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= this.#limit) this.#seenOnce.clear()
      this.#seenOnce.add(text)
      return undefined
    }
    namesGiven++
    const name = `fw_${namesGiven}`
    this.#names.set(text, name)
    return name
  }
}
