/** How many elements a list or `Set` has. */
export function countElements(value: unknown): number {
  return value instanceof Set ? value.size : (value as unknown[]).length
}
