/** The code of named types, which the code of other types refers to. */
export class NamedCode {
  readonly #later: string
  readonly #made = new Map<string, string>()
  readonly #open = new Set<string>()

  /** `later` is the function of the runtime for references from inside a type to itself. */
  constructor(later: string) {
    this.#later = later
  }

  /** The code by its reference, dependencies first. The references in it are not resolved yet. */
  get declarations(): ReadonlyMap<string, string> {
    return this.#made
  }

  /** Returns an expression for a type. `create` is called for the first one; it may return undefined. */
  declare<Code extends string | undefined>(reference: string, create: () => Code): string | Code {
    if (this.#open.has(reference)) return this.later(reference)
    if (this.#made.has(reference)) return reference
    this.#open.add(reference)
    const code = create()
    this.#open.delete(reference)
    if (code === undefined) return code
    this.#made.set(reference, code)
    return reference
  }

  /** Returns an expression for a type that may not exist yet when it is evaluated. */
  later(reference: string): string {
    return `${this.#later}(() => ${reference})`
  }
}
