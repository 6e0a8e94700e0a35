import { attemptEach, type Place } from './attempt.ts'
import { declaredAttributes } from './attribute.ts'
import { placeOf } from './place-of.ts'
import { isDescribed, reflect } from './reflect.ts'
import type { ClassReflection, MethodReflection } from './class-reflection.ts'
import type { Class } from './type-info.ts'

/** A method with a decorator. A method with several uses of the decorator appears once for each. */
export interface MarkedMethod<T> {
  readonly reflection: ClassReflection
  readonly method: MethodReflection
  readonly use: T
  /** `Class.method` for errors. */
  readonly owner: string
}

/** An error class whose constructor takes a method, its location and the problem. */
type Refusal = new (owner: string, at: string, problem: string) => Error

/**
 * Returns the methods of a class that have a decorator. Throws a `Refusal` for a static method, which has no instance,
 * and for a property or getter, which cannot be called.
 */
export function markedMethods<T extends object>(
  type: Class,
  isMark: (use: object) => use is T,
  Refusal: Refusal,
): MarkedMethod<T>[] {
  const reflection = reflect(type)
  refuseProperties(type, reflection, isMark, Refusal)
  const marked: MarkedMethod<T>[] = []
  for (const method of reflection.methods) {
    for (const use of method.attributes) {
      if (!isMark(use)) continue
      marked.push({ reflection, method, use, owner: `${reflection.name}.${method.name}` })
    }
  }
  if (marked.length === 0) return marked
  return attemptEach(marked, placeOfMarked, (each) => {
    if (!each.method.isStatic) return each
    const problem = 'static methods are not called. Remove "static".'
    throw new Refusal(each.owner, each.method.at, problem)
  })
}

function refuseProperties(
  type: Class,
  { methods }: ClassReflection,
  isMark: (use: object) => boolean,
  Refusal: Refusal,
): void {
  for (let owner = type; isDescribed(owner); owner = Object.getPrototypeOf(owner) as Class) {
    const properties: string[] = []
    for (const { type: mark, member, position } of declaredAttributes(owner)) {
      if (typeof member !== 'string' || position !== undefined) continue
      if (methods.some(({ name }) => name === member)) continue
      if (isMark(Object.create((mark as Class).prototype as object) as object))
        properties.push(member)
    }
    if (properties.length === 0) continue
    attemptEach(
      properties,
      (member) => placeOf(owner, member),
      (member) => {
        const { name, at } = placeOf(owner, member)
        const problem = 'it is a property, not a method. Write it as a method.'
        throw new Refusal(name, at, problem)
      },
    )
  }
}

/** Returns the location of a decorated method. */
export function placeOfMarked({
  owner,
  method,
}: Pick<MarkedMethod<unknown>, 'owner' | 'method'>): Place {
  return { name: owner, at: method.at }
}
