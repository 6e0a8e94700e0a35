/** A value, or a promise of it. */
export type Soon<T> = T | Promise<T>

/** Goes on with a value, at once where it is there. */
export function soon<T, R>(value: Soon<T>, go: (value: T) => Soon<R>): Soon<R> {
  return value instanceof Promise ? value.then(go) : go(value)
}
