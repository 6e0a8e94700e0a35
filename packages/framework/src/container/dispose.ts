/** A service that was built here, and how its binding says it ends. */
export interface Built {
  readonly value: unknown
  readonly dispose?: ((value: unknown) => unknown) | undefined
}

/** Ends what was built, the last one first; every one gets its turn, whatever the others throw. */
export async function disposeAll(built: Built[]): Promise<void> {
  const errors: unknown[] = []
  for (const { value, dispose = disposerOf(value) } of built.splice(0).toReversed()) {
    try {
      await dispose?.(value)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, 'Several services failed to close.')
}

/** `Symbol.asyncDispose`, `Symbol.dispose`, or a `close()` without parameters. */
function disposerOf(value: unknown): (() => unknown) | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const {
    [Symbol.asyncDispose]: disposeAsync,
    [Symbol.dispose]: dispose,
    close,
  } = value as Closable
  const found = disposeAsync ?? dispose ?? (close?.length === 0 ? close : undefined)
  return found && (() => found.call(value))
}

interface Closable {
  readonly [Symbol.asyncDispose]?: () => unknown
  readonly [Symbol.dispose]?: () => unknown
  readonly close?: () => unknown
}
