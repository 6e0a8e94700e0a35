import type { FieldErrors } from './validation-failed.ts'

/** Turns key, message, key, message … into messages by key. */
export function toFieldErrors(flat: readonly string[]): FieldErrors {
  const byKey: FieldErrors = {}
  for (let index = 0; index < flat.length; index += 2) {
    const key = flat[index] as string
    const message = flat[index + 1] as string
    const earlier = byKey[key]
    if (earlier === undefined) byKey[key] = [message]
    else if (Object.hasOwn(byKey, key)) earlier.push(message)
    else Object.defineProperty(byKey, key, { value: [message], enumerable: true })
  }
  return byKey
}

/** Puts the key of the parent before the keys that were reported from `start` on. */
export function prefixKeys(errors: string[], start: number, key: string): void {
  for (let index = start; index < errors.length; index += 2)
    errors[index] = `${key}.${errors[index]}`
}
