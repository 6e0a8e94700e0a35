/** True for an object from `JSON.parse` or a literal, not for an array or an instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  if (value.constructor === Object) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return true
  // The Object.prototype of another realm.
  return !Array.isArray(value) && Object.getPrototypeOf(prototype) === null
}

/** The maximum depth of a value. Functions that walk values are recursive and would overflow the stack. */
export const deepest = 200

/** True if lists and plain objects in a value exceed the maximum depth. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) {
    return depth === deepest || value.some((entry) => isTooDeep(entry, depth + 1))
  }
  if (!isPlainObject(value)) return false
  if (depth === deepest) return true
  for (const key in value) if (isTooDeep(value[key], depth + 1)) return true
  return false
}
