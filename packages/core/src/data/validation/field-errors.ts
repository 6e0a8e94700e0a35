import { Message, type FailureDetail } from './message.ts'

/** Messages by field key: `field`, `parent.child`, `items.0.sku`. */
export type FieldErrors = Record<string, string[]>

/** The failures that clients receive. `more` is present if there are others. */
export interface Failures {
  readonly errors: FieldErrors
  readonly more?: true
  readonly details?: readonly FailureDetail[]
}

/** The maximum number of reported failures. Validation stops at the next one. */
export const mostFailures = 100

/** The maximum number of entries (key, message, key, message …). Validation stops when there are more. */
export const mostEntries = mostFailures * 2

/** Yields each failure of key, message, key, message … */
export function* eachFailure(found: readonly (string | Message)[]): Generator<FailureDetail> {
  for (let index = 0; index < found.length; index += 2) {
    const failure = found[index + 1] as Message | string
    const { code, parameters } = failure instanceof Message ? failure : unknown
    yield { key: found[index] as string, code, parameters, message: String(failure) }
  }
}

/** The code for messages of checks, and of schemas of other libraries. */
const unknown = { code: 'invalid', parameters: {} }

/** Returns the failures for clients from key, message, key, message … */
export function toFailures(flat: readonly (string | Message)[]): Failures {
  const errors = toFieldErrors(flat)
  return flat.length > mostEntries ? { errors, more: true } : { errors }
}

/** Groups key, message, key, message … by key, up to the maximum of failures. */
export function toFieldErrors(flat: readonly (string | Message)[]): FieldErrors {
  // Most invalid data has a single failure, which needs no search for earlier ones.
  if (flat.length === 2) return { [flat[0] as string]: [textOf(flat[1] as Message | string)] }
  const byKey: FieldErrors = {}
  const end = flat.length > mostEntries ? mostEntries : flat.length
  for (let index = 0; index < end; index += 2) {
    const key = flat[index] as string
    const message = textOf(flat[index + 1] as Message | string)
    const earlier = byKey[key]
    if (earlier === undefined) byKey[key] = [message]
    else if (Object.hasOwn(byKey, key)) earlier.push(message)
    else Object.defineProperty(byKey, key, { value: [message], enumerable: true })
  }
  return byKey
}

function textOf(failure: Message | string): string {
  return typeof failure === 'string' ? failure : failure.text
}
