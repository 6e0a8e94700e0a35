/** Whether a value is an object of `JSON.parse` or a literal, not an array nor an instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  if (value.constructor === Object) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return true
  // Object.prototype of another realm.
  return !Array.isArray(value) && Object.getPrototypeOf(prototype) === null
}
