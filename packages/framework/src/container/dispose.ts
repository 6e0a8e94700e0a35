/** Ends one service that was built here. */
export type Disposer = () => unknown

/** Ends what was built, the last one first; every one gets its turn, whatever the others throw. */
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
 * How a service ends: as its binding says, else by `Symbol.asyncDispose`, `Symbol.dispose` or a
 * `close()` without parameters. Undefined for one that needs no end.
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
