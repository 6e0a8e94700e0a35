import type { Failures, FieldErrors } from './validation-failed.ts'

/** How many failures are reported. Checks end at the next one. */
export const mostFailures = 100

/** More entries than this (key, message, key, message …) are enough failures. */
export const mostEntries = mostFailures * 2

/** What was found, one by one. */
export function* eachFailure(flat: readonly string[]): Generator<{ key: string; message: string }> {
  for (let index = 0; index < flat.length; index += 2) {
    yield { key: flat[index] as string, message: flat[index + 1] as string }
  }
}

/** Turns key, message, key, message … into messages by key. */
export function toFailures(flat: readonly string[]): Failures {
  const byKey: FieldErrors = {}
  const end = Math.min(flat.length, mostEntries)
  for (let index = 0; index < end; index += 2) {
    const key = flat[index] as string
    const message = flat[index + 1] as string
    const earlier = byKey[key]
    if (earlier === undefined) byKey[key] = [message]
    else if (Object.hasOwn(byKey, key)) earlier.push(message)
    else Object.defineProperty(byKey, key, { value: [message], enumerable: true })
  }
  return flat.length > end ? { errors: byKey, more: true } : { errors: byKey }
}

/** Puts the key of the parent before the keys that were reported from `start` on. */
export function prefixKeys(errors: string[], start: number, key: string): void {
  for (let index = start; index < errors.length; index += 2)
    errors[index] = `${key}.${errors[index]}`
}
