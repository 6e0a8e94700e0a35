import { none } from '../platform/exact-list.ts'
import { attempt } from './attempt.ts'
import { AttributeNotCalled } from './errors.ts'
import { placeOf } from './place-of.ts'
import { findUncalled, type UncalledDecorator } from './uncalled.ts'
import type { Class } from './type-info.ts'

const attributesKey: unique symbol = Symbol.for('fw.attributes') as never

/** The key under which a decorator names the package that implements it. */
export const implementingPackage: unique symbol = Symbol('fw.implementing-package')

/** A decorator for a class, method, parameter or property. */
export type AttributeDecorator = (
  target: object,
  member?: string | symbol,
  index?: number | PropertyDescriptor,
) => void

/* @__NO_SIDE_EFFECTS__ */
/**
 * Turns a class into a decorator: `const Even = attribute(EvenConstraint)` is used as `@Even()`. The instance of
 * `EvenConstraint` is created when the decorated class is first read, so that an error can name the location. A static
 * `onUse` of the class is called when the decorator is applied, and a static `onDecorate` is called with the decorated
 * class. If the decorator needs arguments, `example` shows them in the error about missing parentheses.
 */
export function attribute<P extends unknown[]>(
  type: (new (...args: P) => object) & {
    onUse?(...args: P): void
    onDecorate?(owner: Class): void
  },
  example?: string,
): (...args: P) => AttributeDecorator {
  const decorator = (...args: P): AttributeDecorator => {
    const uncalled = findUncalled(decorator, args)
    if (uncalled) {
      refuseUncalled(uncalled, type, example)
      return undefined as never
    }
    return (target, member, index) => {
      const owner = (typeof target === 'function' ? target : target.constructor) as Class
      const position = typeof index === 'number' ? index : undefined
      attempt(
        () => placeOf(owner, member, position),
        () => {
          type.onUse?.(...args)
          type.onDecorate?.(owner)
        },
      )
      declare(owner, { type, args, member, position, isStatic: target === owner })
    }
  }
  return decorator
}

/**
 * Throws for a decorator without parentheses. During a check, a decorator that needs no arguments is treated as if it
 * had been called, so that there are no follow-up errors.
 */
function refuseUncalled(
  uncalled: UncalledDecorator,
  type: abstract new (...args: never) => object,
  example: string | undefined,
): void {
  const { owner, member, position, isStatic } = uncalled
  attempt(
    () => placeOf(owner, member, position),
    () => {
      throw new AttributeNotCalled(uncalled, example)
    },
  )
  if (example !== undefined) return
  declare(owner, { type, args: [], member, position, isStatic })
}

/** One use of a decorator. On a constructor parameter, it has a position but no member name. */
export interface DeclaredAttribute {
  /** The class of the decorator. */
  readonly type: abstract new (...args: never) => object
  readonly args: readonly unknown[]
  readonly member: string | symbol | undefined
  readonly position: number | undefined
  readonly isStatic: boolean
}

/** Creates the instance that a use of a decorator describes. Throws if its class rejects the arguments. */
export function createAttribute({ type, args }: DeclaredAttribute): object {
  return Reflect.construct(type, args) as object
}

/** Returns the decorators of a class, without those of its parents. */
export function declaredAttributes(owner: Class): readonly DeclaredAttribute[] {
  return isHolder(owner) ? owner[attributesKey] : none
}

function declare(owner: Class, use: DeclaredAttribute): void {
  // `push` and a spread would reserve memory for 16 more elements in each class.
  if (isHolder(owner)) owner[attributesKey] = owner[attributesKey].concat(use)
  else Object.defineProperty(owner, attributesKey, { value: [use], writable: true })
}

function isHolder(owner: object): owner is { [attributesKey]: readonly DeclaredAttribute[] } {
  return Object.hasOwn(owner, attributesKey)
}
