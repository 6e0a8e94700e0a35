/** A value, or a promise of it. */
export type Soon<T> = T | Promise<T>

/** Calls `go` with a value: immediately, or when its promise resolves. `fail` handles a rejection. */
export function soon<T, R>(
  value: Soon<T>,
  go: (value: T) => Soon<R>,
  fail?: (error: unknown) => Soon<R>,
): Soon<R> {
  return value instanceof Promise ? value.then(go, fail) : go(value)
}
