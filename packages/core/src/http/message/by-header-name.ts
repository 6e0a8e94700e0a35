/** The maximum number of spellings to cache. Applications use few. */
const most = 1000

/** A map by header name, in any case. */
export class ByHeaderName<T> {
  readonly #known: ReadonlyMap<string, T>
  /** True at the lengths of the known names. Most names have another length and need no lookup. */
  readonly #lengths: readonly boolean[]
  /** The values by the spelling of the name; null for unknown names. */
  readonly #written = new Map<string, T | null>()

  /** The names of `known` are in lower case. */
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
