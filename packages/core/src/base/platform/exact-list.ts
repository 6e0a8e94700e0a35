/**
 * Returns a copy without spare capacity: V8 reserves memory for 16 more elements if `filter`, `flatMap`, `push` or a
 * spread creates a list. Returns a shared list if the list is empty. Use it for lists that exist
 * once per class or route.
 */
export function exactList<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? none : list.slice()
}

/** The empty list. */
export const none: readonly never[] = []
