import { Message, type FailureDetail } from './message.ts'
import type { Findings } from './run-checks.ts'
import type { Failures, FieldErrors } from './validation-failed.ts'

/** How many failures are reported. Checks end at the next one. */
export const mostFailures = 100

/** More entries than this (key, message, key, message …) are enough failures. */
export const mostEntries = mostFailures * 2

/** What was found, one by one. */
export function* eachFailure(found: readonly (string | Message)[]): Generator<FailureDetail> {
  for (let index = 0; index < found.length; index += 2) {
    const told = found[index + 1] as Message | string
    const { code, parameters } = told instanceof Message ? told : unknown
    yield { key: found[index] as string, code, parameters, message: String(told) }
  }
}

/** Of a text of the application: a check of its own, or a schema of another library. */
const unknown = { code: 'invalid', parameters: {} }

/** What clients are told of key, message, key, message … */
export function toFailures(flat: readonly (string | Message)[]): Failures {
  const errors = toFieldErrors(flat)
  return flat.length > mostEntries ? { errors, more: true } : { errors }
}

/** Turns key, message, key, message … into messages by key: as many as are reported. */
export function toFieldErrors(flat: readonly (string | Message)[]): FieldErrors {
  // Most data that is refused has one failure, which needs no look for an earlier one.
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

function textOf(told: Message | string): string {
  return typeof told === 'string' ? told : told.text
}

/** Puts the key of the parent before the keys that were reported from `start` on. */
export function prefixKeys(errors: Findings, start: number, key: string): void {
  for (let index = start; index < errors.length; index += 2)
    errors[index] = `${key}.${errors[index]}`
}
