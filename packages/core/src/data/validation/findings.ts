import type { OwnCheck } from './check.ts'
import type { Message } from './message.ts'

/**
 * The failures of data (key, message, key, message …) and the objects whose checks are still to run, inner objects first.
 */
export interface Findings extends Array<string | Message> {
  pending?: Pending[]
  /** Present if schemas may validate asynchronously. */
  schemas?: WaitingSchemas
}

/** An object whose checks are still to run. */
export interface Pending {
  /** The key of the object; empty at the root. */
  key: string
  /** The key of messages about the object as a whole. */
  own: string
  readonly object: object
  readonly checks: readonly OwnCheck[]
}

/** The results of schemas in the order of their calls. Promised results are settled before data is read again. */
export interface WaitingSchemas {
  readonly results: unknown[]
  readonly open: Promise<void>[]
  next: number
}

/** Returns a function that keeps an object until its checks can run. */
export function postpone(checks: readonly OwnCheck[]): (found: Findings, object: object) => void {
  return (found, object) => {
    const pending = { key: '', own: '', object, checks }
    if (found.pending) found.pending.push(pending)
    else found.pending = [pending]
  }
}

/**
 * Sets the keys of the objects that were kept since the index `start`. `key` is empty at the root; `own` is never
 * empty.
 */
export function placePending({ pending }: Findings, start: number, key: string, own: string): void {
  if (!pending) return
  for (let index = start; index < pending.length; index += 1) {
    const each = pending[index] as Pending
    if (key !== '') each.key = each.key === '' ? key : `${key}.${each.key}`
    if (each.own === '') each.own = own
  }
}

/** Prepends the key of the parent to the keys that were reported since the index `start`. */
export function prefixKeys(errors: Findings, start: number, key: string): void {
  for (let index = start; index < errors.length; index += 2)
    errors[index] = `${key}.${errors[index]}`
}
