/** The maximum number of spellings to cache. Applications use only a few. */
const most = 1000

/** A map with header names as keys. Names are not case-sensitive. */
export class ByHeaderName<T> {
  readonly #known: ReadonlyMap<string, T>
  /**
   * True at the index n if a known name has the length n. Most other names have different lengths and need no lookup.
   */
  readonly #lengths: readonly boolean[]
  /** The values by the exact spelling of the name; null for unknown names. */
  readonly #written = new Map<string, T | null>()

  /** The names in `known` must be in lower case. */
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
