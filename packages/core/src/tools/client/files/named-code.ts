import type { NamedType } from '../../../base/reflection/type-info.ts'
import type { Direction } from '../types/properties.ts'
import type { Around, DeclaredType, NameOf } from '../types/type-writer.ts'

/** The code of declared types. The code of other types refers to it by name. */
export class NamedCode {
  readonly #direction: Direction
  readonly #nameOf: NameOf
  readonly #later: string
  readonly #made = new Map<string, string>()
  readonly #open = new Set<string>()

  /** `later` is the runtime function that wraps references to names that may not be defined yet. */
  constructor(direction: Direction, nameOf: NameOf, later: string) {
    this.#direction = direction
    this.#nameOf = nameOf
    this.#later = later
  }

  /** The code by name, dependencies first. */
  get declarations(): ReadonlyMap<string, string> {
    return this.#made
  }

  /**
   * Returns an expression that refers to a type. `create` is called when the type first occurs; it may return
   * undefined.
   */
  declare<Code extends string | undefined>(type: DeclaredType, create: () => Code): string | Code {
    const name = this.#nameOf({ type, direction: this.#direction })
    if (this.#made.has(name)) return name
    if (this.#open.has(name)) return this.later(type)
    this.#open.add(name)
    const code = create()
    this.#open.delete(name)
    if (code === undefined) return code
    this.#made.set(name, code)
    return name
  }

  /** Like `declare`, but passes the enclosing types. For a type without a name, its code is returned. */
  declareNamed<Code extends string | undefined>(
    type: NamedType,
    around: Around,
    create: (inner: Around) => Code,
  ): string | Code {
    if (type.name === undefined) return create(around)
    const inner = new Map(around).set(type.name, type)
    return this.declare(type, () => create(inner))
  }

  /** Returns an expression for a type that may not be defined yet when the expression is evaluated. */
  later(type: DeclaredType): string {
    return `${this.#later}(() => ${this.#nameOf({ type, direction: this.#direction })})`
  }
}
