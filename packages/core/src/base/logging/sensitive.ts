import { attribute, createAttribute, declaredAttributes } from '../reflection/attribute.ts'
import { isReflectable, reflect } from '../reflection/reflect.ts'
import type { Class } from '../reflection/type-info.ts'

export class SensitiveAttribute {}

/**
 * Marks a constructor parameter or property whose value must not be logged, or a command parameter that is a secret.
 * Published schemas do not change.
 */
export const Sensitive = attribute(SensitiveAttribute)

const none: ReadonlySet<string> = new Set()
const namesByClass = new WeakMap<Class, ReadonlySet<string>>()

/** Returns the names that are marked with `@Sensitive()` in an object's class. */
export function sensitiveNames(object: object): ReadonlySet<string> {
  const type: unknown = Object.getPrototypeOf(object)?.constructor
  if (typeof type !== 'function' || type === Object || type === Array) return none
  const found = namesByClass.get(type as Class)
  if (found) return found
  const names = readNames(type as Class)
  namesByClass.set(type as Class, names)
  return names
}

function readNames(type: Class): ReadonlySet<string> {
  const names = new Set<string>()
  for (let owner = type; typeof owner === 'function'; owner = Object.getPrototypeOf(owner)) {
    for (const use of declaredAttributes(owner)) {
      const { member, position } = use
      const isOfProperty = typeof member === 'string' && position === undefined
      if (isOfProperty && createAttribute(use) instanceof SensitiveAttribute) names.add(member)
    }
    if (!Object.getPrototypeOf(owner)?.prototype) break
  }
  if (!isReflectable(type)) return names
  for (const { name, attributes } of reflect(type).parameters) {
    if (attributes.some((use) => use instanceof SensitiveAttribute)) names.add(name)
  }
  return names
}
