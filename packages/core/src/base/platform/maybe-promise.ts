/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>

/** True for a promise. `andThen` is shorter, but on the path of every request it would cost a closure. */
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
