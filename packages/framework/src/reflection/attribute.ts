import { attempt } from './attempt.ts'
import { AttributeNotCalled } from './errors.ts'
import { placeOf } from './place-of.ts'
import type { Class } from './type-info.ts'

const attributesKey: unique symbol = Symbol.for('fw.attributes') as never

/** The key under which a decorator names the package that implements it. */
export const meaningFrom: unique symbol = Symbol('fw.meaning-from')

/** A decorator for a class, method, parameter or property. */
export type AttributeDecorator = (
  target: object,
  member?: string | symbol,
  index?: number | PropertyDescriptor,
) => void

/* @__NO_SIDE_EFFECTS__ */
/**
 * Turns a class into a decorator: `const Even = attribute(EvenConstraint)` is used as `@Even()`. The instance is created
 * when the decorated class is first read, so that an error can name the location. A static `onUse` of the class is called
 * when the decorator is applied, and its `onDecorate` with the class that has the decorator.
 */
export function attribute<P extends unknown[]>(
  type: (new (...args: P) => object) & {
    onUse?(...args: P): void
    onDecorate?(owner: Class): void
  },
): (...args: P) => AttributeDecorator {
  return (...args) => {
    const uncalled = decoratedBy(args)
    if (uncalled) {
      const { owner, member, position } = uncalled
      attempt(
        () => placeOf(owner, member, position),
        () => {
          throw new AttributeNotCalled(owner, member, position)
        },
      )
      return undefined as never
    }
    return (target, member, index) => {
      const owner = (typeof target === 'function' ? target : target.constructor) as Class
      const create = () => new type(...args)
      const position = typeof index === 'number' ? index : undefined
      attempt(
        () => placeOf(owner, member, position),
        () => {
          type.onUse?.(...args)
          type.onDecorate?.(owner)
        },
      )
      declaredAttributes(owner).push({ type, create, member, position, isStatic: target === owner })
    }
  }
}

/** Detects `@Email` without parentheses, which receives the arguments of its result and would have no effect. */
function decoratedBy(
  args: readonly unknown[],
): (Pick<DeclaredAttribute, 'member' | 'position'> & { owner: Class }) | undefined {
  const [target, member, index] = args
  const position = typeof index === 'number' ? index : undefined
  if (isPrototype(target) && (typeof member === 'string' || typeof member === 'symbol')) {
    return { owner: target.constructor as Class, member, position }
  }
  const isOfConstructor = args.length === 3 && member === undefined && position !== undefined
  if (typeof target !== 'function' || !isOfConstructor) return undefined
  return { owner: target as unknown as Class, member: undefined, position }
}

function isPrototype(value: unknown): value is object {
  return typeof value === 'object' && value !== null && value.constructor?.prototype === value
}

/** One use of a decorator. On a constructor parameter, it has a position and no member. */
export interface DeclaredAttribute {
  /** The class of the decorator. */
  readonly type: object
  readonly create: () => object
  readonly member: string | symbol | undefined
  readonly position: number | undefined
  readonly isStatic: boolean
}

/** Returns the decorators of a class itself, without those of its parents. */
export function declaredAttributes(owner: Class): DeclaredAttribute[] {
  const holder = owner as { [attributesKey]?: DeclaredAttribute[] }
  if (!Object.hasOwn(holder, attributesKey)) {
    Object.defineProperty(holder, attributesKey, { value: [] })
  }
  return holder[attributesKey] as DeclaredAttribute[]
}
