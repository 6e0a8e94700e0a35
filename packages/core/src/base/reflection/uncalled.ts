import type { Class } from './type-info.ts'

/** A use of a decorator without parentheses. */
export interface UncalledDecorator {
  readonly owner: Class
  /** True if the decorator is on the class itself, a static member or the constructor. */
  readonly isStatic: boolean
  readonly member: string | symbol | undefined
  /** The index of the decorated parameter. */
  readonly position: number | undefined
  /** The decorator in the source; undefined for a class that was not transformed. */
  readonly source: DecoratorSource | undefined
}

/** The source of a decorator, recorded by the transform. */
interface DecoratorSource {
  /** The name of the decorator, as written in the module. */
  readonly name: string
  readonly file: string
  /** The location in the file, as `line:column`. */
  readonly at: string
  readonly member?: string
  readonly parameter?: number
  readonly decorator: unknown
}

/**
 * Detects a decorator without parentheses, such as `@Email`. JavaScript then calls the factory as if it were the
 * decorator, which has no effect.
 */
export function findUncalled(
  decorator: unknown,
  args: readonly unknown[],
): UncalledDecorator | undefined {
  const [target, member, index] = args
  if (!isName(member)) return undefined
  const position = typeof index === 'number' ? index : undefined
  if (isPrototype(target)) {
    if (member === undefined) return undefined
    return locate(decorator, target.constructor as Class, false, member, position)
  }
  if (typeof target !== 'function') return undefined
  const found = locate(decorator, target as unknown as Class, true, member, position)
  const isOfConstructor = args.length === 3 && member === undefined && position !== undefined
  // The factory receives the same arguments from `@Use(Audit)` and from `@Use` on the class `Audit`.
  return isOfConstructor || found.source ? found : undefined
}

function locate(
  decorator: unknown,
  owner: Class,
  isStatic: boolean,
  member: string | symbol | undefined,
  position: number | undefined,
): UncalledDecorator {
  const uses = Object.getOwnPropertyDescriptor(owner, uncalledKey)?.value as
    | DecoratorSource[]
    | undefined
  const source = uses?.find(
    (use) => use.decorator === decorator && use.member === member && use.parameter === position,
  )
  return { owner, isStatic, member, position, source }
}

/** The key of the list of decorators without parentheses, which the transform adds to their class. */
const uncalledKey = Symbol.for('fw.uncalled')

function isName(member: unknown): member is string | symbol | undefined {
  return member === undefined || typeof member === 'string' || typeof member === 'symbol'
}

function isPrototype(value: unknown): value is object {
  return typeof value === 'object' && value !== null && value.constructor?.prototype === value
}
