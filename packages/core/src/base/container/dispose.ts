/** Disposes of one service. */
export type Disposer = () => unknown

/**
 * Disposes of services in reverse order. If one throws, the others are still disposed of. Rejects with the error, or
 * with an `AggregateError` of several errors.
 */
export async function disposeAll(disposers: Disposer[]): Promise<void> {
  const errors: unknown[] = []
  for (const dispose of disposers.splice(0).toReversed()) {
    try {
      await dispose()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, 'Several services failed to close.')
}

/**
 * Returns the function that disposes of a service: the `dispose` of its binding, or else `Symbol.asyncDispose`,
 * `Symbol.dispose` or a `close()` without parameters. Returns undefined if the service supports none of these.
 */
export function disposerOf(
  value: unknown,
  bound: ((value: unknown) => unknown) | undefined,
): Disposer | undefined {
  if (bound) return () => bound(value)
  if (typeof value !== 'object' || value === null) return undefined
  const {
    [Symbol.asyncDispose]: disposeAsync,
    [Symbol.dispose]: dispose,
    close,
  } = value as Closable
  const found = disposeAsync ?? dispose ?? (close?.length === 0 ? close : undefined)
  return typeof found === 'function' ? () => found.call(value) : undefined
}

interface Closable {
  readonly [Symbol.asyncDispose]?: Disposer
  readonly [Symbol.dispose]?: Disposer
  readonly close?: Disposer
}
