/** Whether a value is an object of `JSON.parse` or a literal, not an array nor an instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  if (value.constructor === Object) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return true
  // Object.prototype of another realm.
  return !Array.isArray(value) && Object.getPrototypeOf(prototype) === null
}

/** How deeply a value may nest. Code that walks a value is recursive, and would overflow the stack. */
export const deepest = 200

/** Whether lists and plain objects nest more deeply in a value than they may. */
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
