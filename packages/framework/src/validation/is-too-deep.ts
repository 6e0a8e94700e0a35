import { isPlainObject } from './plain-object.ts'

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
