import { attempt } from './attempt.ts'
import { AttributeNotCalled } from './errors.ts'
import { placeOf } from './place-of.ts'
import type { Class } from './type-info.ts'

const attributesKey: unique symbol = Symbol.for('fw.attributes') as never

/** The key under which an attribute names the package that gives it its meaning. */
export const meaningFrom: unique symbol = Symbol('fw.meaning-from')

/** A decorator for a class, method, parameter or property. */
export type AttributeDecorator = (
  target: object,
  member?: string | symbol,
  index?: number | PropertyDescriptor,
) => void

/* @__NO_SIDE_EFFECTS__ */
/**
 * Turns a class into a decorator: `const Even = attribute(EvenConstraint)` is used as `@Even()`.
 * The instance is built when the decorated class is first read, so that an error can name the place; a static
 * `onUse` of the class is called when it is applied, and its `onDecorate` with the class that it stands in.
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

/** `@Email` without parentheses gets the arguments meant for its result, and would silently do nothing. */
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

/** One use of an attribute. A constructor parameter has a position and no member. */
export interface DeclaredAttribute {
  /** The class of the attribute. */
  readonly type: object
  readonly create: () => object
  readonly member: string | symbol | undefined
  readonly position: number | undefined
  readonly isStatic: boolean
}

/** The attributes that stand on a class itself, without those of its parents. */
export function declaredAttributes(owner: Class): DeclaredAttribute[] {
  const holder = owner as { [attributesKey]?: DeclaredAttribute[] }
  if (!Object.hasOwn(holder, attributesKey)) {
    Object.defineProperty(holder, attributesKey, { value: [] })
  }
  return holder[attributesKey] as DeclaredAttribute[]
}
