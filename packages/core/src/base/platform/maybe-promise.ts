/** A value, or a promise for it. */
export type MaybePromise<T> = T | Promise<T>

/** True for a promise. Use it in code that runs in every request: `andThen` is shorter, but needs a closure. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return value instanceof Promise
}

/** Passes a value to `onValue`: immediately, or when its promise resolves. `onError` handles a rejection. */
export function andThen<T, R>(
  value: MaybePromise<T>,
  onValue: (value: T) => MaybePromise<R>,
  onError?: (error: unknown) => MaybePromise<R>,
): MaybePromise<R> {
  return isPromise(value) ? value.then(onValue, onError) : onValue(value)
}
