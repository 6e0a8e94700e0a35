/** True for an object created by `JSON.parse` or a literal, not for an array or a class instance. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  if (value.constructor === Object) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return true
  // The Object.prototype of another realm, such as a `vm` context.
  return !Array.isArray(value) && Object.getPrototypeOf(prototype) === null
}

/** The maximum nesting depth of a value. Recursive functions would overflow the stack if it were deeper. */
export const maxDepth = 200

/** True if arrays and plain objects are nested deeper than the maximum depth. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) {
    return depth === maxDepth || value.some((entry) => isTooDeep(entry, depth + 1))
  }
  if (!isPlainObject(value)) return false
  if (depth === maxDepth) return true
  for (const key in value) if (isTooDeep(value[key], depth + 1)) return true
  return false
}
