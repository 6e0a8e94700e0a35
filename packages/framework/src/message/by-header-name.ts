/** What is known of some headers by their names, which may be written in any case. */
export class ByHeaderName<T> {
  readonly #known: ReadonlyMap<string, T>
  /** By length, whether a name has it: few of a reply do, and the others need no copy in lower case. */
  readonly #lengths: readonly boolean[]

  /** The names are in lower case. */
  constructor(known: Iterable<readonly [name: string, value: T]>) {
    this.#known = new Map(known)
    const lengths = new Set(Array.from(this.#known.keys(), (name) => name.length))
    this.#lengths = Array.from({ length: Math.max(...lengths) + 1 }, (_, length) =>
      lengths.has(length),
    )
  }

  get(name: string): T | undefined {
    return this.#lengths[name.length] === true ? this.#known.get(name.toLowerCase()) : undefined
  }
}
