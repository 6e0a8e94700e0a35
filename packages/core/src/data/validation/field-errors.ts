import { Message, type FailureDetail } from './message.ts'

/** Messages by field key: `field`, `parent.child`, `items.0.sku`. */
export type FieldErrors = Record<string, string[]>

/** The validation errors that clients receive. `more` is true if there are others. */
export interface Failures {
  readonly errors: FieldErrors
  readonly more?: true
  readonly details?: readonly FailureDetail[]
}

/** The maximum number of reported errors. Validation stops at the next one. */
export const maxFailures = 100

/**
 * The maximum length of the flat list of errors, in which keys and messages alternate. Validation stops if it is
 * exceeded.
 */
export const maxEntries = maxFailures * 2

/** Yields each failure from a flat list in which keys and messages alternate. */
export function* eachFailure(errors: readonly (string | Message)[]): Generator<FailureDetail> {
  for (let index = 0; index < errors.length; index += 2) {
    const failure = errors[index + 1] as Message | string
    const { code, parameters } = failure instanceof Message ? failure : customError
    yield { key: errors[index] as string, code, parameters, message: String(failure) }
  }
}

/** The code for messages of `@Check` methods and of schemas from other libraries. */
const customError = { code: 'invalid', parameters: {} }

/** Returns the errors for clients from a flat list in which keys and messages alternate. */
export function toFailures(flat: readonly (string | Message)[]): Failures {
  const errors = toFieldErrors(flat)
  return flat.length > maxEntries ? { errors, more: true } : { errors }
}

/** Groups messages by key, up to the maximum number of errors. In the flat list, keys and messages alternate. */
export function toFieldErrors(flat: readonly (string | Message)[]): FieldErrors {
  // Most invalid data has a single error, so the search for earlier errors can be skipped.
  if (flat.length === 2) return { [flat[0] as string]: [textOf(flat[1] as Message | string)] }
  const byKey: FieldErrors = {}
  const end = flat.length > maxEntries ? maxEntries : flat.length
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
