import type { NamedType } from '../../../base/reflection/type-info.ts'
import type { Direction } from '../types/properties.ts'
import type { EnclosingTypes, DeclaredType, NameOf } from '../types/type-writer.ts'

/** The code of declared types. The code of other types refers to it by name. */
export class NamedCode {
  readonly #direction: Direction
  readonly #nameOf: NameOf
  readonly #later: string
  readonly #finished = new Map<string, string>()
  readonly #open = new Set<string>()

  /** `later` is the runtime function that wraps references to names that may not be defined yet. */
  constructor(direction: Direction, nameOf: NameOf, later: string) {
    this.#direction = direction
    this.#nameOf = nameOf
    this.#later = later
  }

  /** The code by name, dependencies first. */
  get declarations(): ReadonlyMap<string, string> {
    return this.#finished
  }

  /**
   * Returns an expression that refers to a type. `create` is called when the type first occurs; it may return
   * undefined.
   */
  declare<Code extends string | undefined>(type: DeclaredType, create: () => Code): string | Code {
    const name = this.#nameOf({ type, direction: this.#direction })
    if (this.#finished.has(name)) return name
    if (this.#open.has(name)) return this.later(type)
    this.#open.add(name)
    const code = create()
    this.#open.delete(name)
    if (code === undefined) return code
    this.#finished.set(name, code)
    return name
  }

  /** Like `declare`, but passes the enclosing types. For a type without a name, returns its code. */
  declareNamed<Code extends string | undefined>(
    type: NamedType,
    enclosing: EnclosingTypes,
    create: (inner: EnclosingTypes) => Code,
  ): string | Code {
    if (type.name === undefined) return create(enclosing)
    const inner = new Map(enclosing).set(type.name, type)
    return this.declare(type, () => create(inner))
  }

  /** Returns an expression for a type that may not be defined yet when the expression is evaluated. */
  later(type: DeclaredType): string {
    return `${this.#later}(() => ${this.#nameOf({ type, direction: this.#direction })})`
  }
}
