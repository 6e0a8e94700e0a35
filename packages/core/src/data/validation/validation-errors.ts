import type { CheckMethod } from './check.ts'
import type { Message } from './message.ts'

/**
 * The errors of data, with alternating keys and messages, and the objects whose checks have not run yet, inner objects
 * first.
 */
export interface ValidationErrors extends Array<string | Message> {
  pending?: PendingObject[]
  /** The results of the schemas; undefined if the data must be validated synchronously. */
  schemas?: AsyncSchemas
}

/** An object whose checks have not run yet. */
export interface PendingObject {
  /** The key of the object; empty for the root. */
  key: string
  /**
   * The key for messages about the whole object if `key` is empty, such as the name of a parameter.
   */
  ownKey: string
  readonly object: object
  readonly checks: readonly CheckMethod[]
}

/**
 * The results of schemas in call order. When the promises in `open` have settled, the data is read
 * again, with their results.
 */
export interface AsyncSchemas {
  readonly results: unknown[]
  readonly open: Promise<void>[]
  next: number
}

/** Returns a function that stores an object until its checks can run. */
export function postponeChecks(
  checks: readonly CheckMethod[],
): (errors: ValidationErrors, object: object) => void {
  return (errors, object) => {
    const pending = { key: '', ownKey: '', object, checks }
    if (errors.pending) errors.pending.push(pending)
    else errors.pending = [pending]
  }
}

/**
 * Sets the keys of the stored objects from the index `start` on. `key` is empty for the root; `ownKey` is never empty.
 */
export function setPendingKeys(
  { pending }: ValidationErrors,
  start: number,
  key: string,
  ownKey: string,
): void {
  if (!pending) return
  for (let index = start; index < pending.length; index += 1) {
    const each = pending[index] as PendingObject
    if (key !== '') each.key = each.key === '' ? key : `${key}.${each.key}`
    if (each.ownKey === '') each.ownKey = ownKey
  }
}

/** Prepends the key of the parent to the keys of errors from the index `start` on. */
export function prefixKeys(errors: ValidationErrors, start: number, key: string): void {
  for (let index = start; index < errors.length; index += 2)
    errors[index] = `${key}.${errors[index]}`
}
