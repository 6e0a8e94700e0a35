import type { OwnCheck } from './check.ts'
import type { Message } from './message.ts'

/**
 * The errors of data, with alternating keys and messages, and the objects whose checks have not run yet, inner objects
 * first.
 */
export interface Findings extends Array<string | Message> {
  pending?: Pending[]
  /** The schemas that may validate asynchronously. */
  schemas?: WaitingSchemas
}

/** An object whose checks have not run yet. */
export interface Pending {
  /** The key of the object; empty for the root. */
  key: string
  /** The key for messages about the object as a whole. */
  own: string
  readonly object: object
  readonly checks: readonly OwnCheck[]
}

/** The results of schemas in call order. Promises are settled before the data is read again. */
export interface WaitingSchemas {
  readonly results: unknown[]
  readonly open: Promise<void>[]
  next: number
}

/** Returns a function that stores an object until its checks can run. */
export function postpone(checks: readonly OwnCheck[]): (found: Findings, object: object) => void {
  return (found, object) => {
    const pending = { key: '', own: '', object, checks }
    if (found.pending) found.pending.push(pending)
    else found.pending = [pending]
  }
}

/** Sets the keys of the stored objects from the index `start` on. `key` is empty for the root; `own` is never empty. */
export function placePending({ pending }: Findings, start: number, key: string, own: string): void {
  if (!pending) return
  for (let index = start; index < pending.length; index += 1) {
    const each = pending[index] as Pending
    if (key !== '') each.key = each.key === '' ? key : `${key}.${each.key}`
    if (each.own === '') each.own = own
  }
}

/** Prepends the key of the parent to the keys of errors from the index `start` on. */
export function prefixKeys(errors: Findings, start: number, key: string): void {
  for (let index = start; index < errors.length; index += 2)
    errors[index] = `${key}.${errors[index]}`
}
