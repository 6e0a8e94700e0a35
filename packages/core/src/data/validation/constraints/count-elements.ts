/** Returns the number of elements of a list or `Set`. */
export function countElements(value: unknown): number {
  return value instanceof Set ? value.size : (value as unknown[]).length
}
