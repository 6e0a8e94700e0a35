/** How many spellings are remembered. Applications have few. */
const most = 1000

/** What is known of some headers by their names, which may be written in any case. */
export class ByHeaderName<T> {
  readonly #known: ReadonlyMap<string, T>
  /** By length, whether a name has it: few of a reply do. */
  readonly #lengths: readonly boolean[]
  /** By the name as it was written; null for those of which nothing is known. */
  readonly #written = new Map<string, T | null>()

  /** The names are in lower case. */
  constructor(known: Iterable<readonly [name: string, value: T]>) {
    this.#known = new Map(known)
    const lengths = new Set(Array.from(this.#known.keys(), (name) => name.length))
    this.#lengths = Array.from({ length: Math.max(...lengths) + 1 }, (_, length) =>
      lengths.has(length),
    )
  }

  get(name: string): T | undefined {
    if (this.#lengths[name.length] !== true) return undefined
    let found = this.#written.get(name)
    if (found === undefined) {
      found = this.#known.get(name.toLowerCase()) ?? null
      if (this.#written.size < most) this.#written.set(name, found)
    }
    return found ?? undefined
  }
}
