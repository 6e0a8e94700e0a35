import type { Type } from '../described-type.ts'
import type { Declaration, Scope } from '../parse/scope.ts'
import { Interner } from './interner.ts'

/** An alias or interface that is being described, or a class from which a type is being derived. */
export interface EnclosingType extends TypeInstance {
  isRecursive: boolean
  /** Counts the types inside a type of an installed package. Set only on the outermost type of the package. */
  readonly size?: { types: number } | undefined
}

/** A declaration with its type arguments. */
interface TypeInstance {
  readonly declaration: Declaration
  /** The number that identifies the type arguments, from `numberOf`. */
  readonly typeArguments: number
  readonly name: string
}

interface CachedType extends TypeInstance {
  readonly scope: Scope | undefined
  readonly type: Type
  /** The declarations that are part of the type. */
  readonly parts: ReadonlySet<Declaration>
}

/** The types that are being described, outermost first, and a cache of described types. */
export class EnclosingTypes {
  readonly #entries: EnclosingType[] = []
  readonly #cache = new Map<Declaration, CachedType[]>()
  readonly #interner = new Interner()
  /** The declarations read so far for the current type. */
  #parts = new Set<Declaration>()
  /** The index of the outermost entry that the current type depends on. */
  #outermost = Infinity

  numberOf(typeArguments: readonly Type[]): number {
    return this.#interner.idOf(typeArguments)
  }

  /** The counter of the types inside the enclosing type of an installed package; undefined outside of such a type. */
  get size(): { types: number } | undefined {
    return this.#entries.find((entry) => entry.size)?.size
  }

  count(declaration: Declaration): number {
    return this.#entries.filter((entry) => entry.declaration === declaration).length
  }

  /** Finds the innermost entry that `isSame` accepts, and marks it as recursive. */
  recurse(isSame: (entry: EnclosingType) => boolean): EnclosingType | undefined {
    const index = this.#entries.findLastIndex(isSame)
    const same = this.#entries[index]
    if (!same) return undefined
    same.isRecursive = true
    this.#outermost = Math.min(this.#outermost, index)
    return same
  }

  /** Records that the current type depends on the outermost entry that `isSame` accepts. */
  dependOn(isSame: (entry: EnclosingType) => boolean): void {
    const index = this.#entries.findIndex(isSame)
    if (index !== -1) this.#outermost = Math.min(this.#outermost, index)
  }

  /** Calls `describe` with the entry as the innermost enclosing type. */
  within<T>(entry: EnclosingType, describe: () => T): T {
    this.#parts.add(entry.declaration)
    this.#entries.push(entry)
    const type = describe()
    this.#entries.pop()
    return type
  }

  /**
   * Returns the type that `describe` returns for an instance. The result is cached, unless it depends on an enclosing
   * type. `scope` is part of the cache key, because a name in type arguments may mean another type elsewhere.
   */
  cached(instance: TypeInstance, scope: Scope | undefined, describe: () => Type): Type {
    const known = this.#find(instance, scope)
    if (known) {
      for (const part of known.parts) this.#parts.add(part)
      return known.type
    }
    const outer = { parts: this.#parts, outermost: this.#outermost }
    const parts = (this.#parts = new Set())
    this.#outermost = Infinity
    const type = describe()
    const isClosed = this.#outermost >= this.#entries.length
    if (isClosed && type.kind !== 'unreadable') this.#store({ ...instance, scope, type, parts })
    this.#outermost = Math.min(this.#outermost, outer.outermost)
    this.#parts = outer.parts
    for (const part of parts) this.#parts.add(part)
    return type
  }

  #find({ declaration, typeArguments, name }: TypeInstance, scope: Scope | undefined) {
    return this.#cache
      .get(declaration)
      ?.find(
        (each) =>
          each.scope === scope &&
          each.typeArguments === typeArguments &&
          each.name === name &&
          !this.#entries.some((entry) => each.parts.has(entry.declaration)),
      )
  }

  #store(entry: CachedType): void {
    const entries = this.#cache.get(entry.declaration)
    if (entries) entries.push(entry)
    else this.#cache.set(entry.declaration, [entry])
  }
}
