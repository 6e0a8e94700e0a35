/** A value, or a promise of it. */
export type Soon<T> = T | Promise<T>

/** Goes on with a value, at once where it is there. `fail` is for a promise that rejects. */
export function soon<T, R>(
  value: Soon<T>,
  go: (value: T) => Soon<R>,
  fail?: (error: unknown) => Soon<R>,
): Soon<R> {
  return value instanceof Promise ? value.then(go, fail) : go(value)
}
