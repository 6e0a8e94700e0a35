import { HttpError } from '../message/http-error.ts'

/** Alternating names and values, decoded. */
export type Pairs = readonly string[]

/** Values by name. If a name occurs more than once, its value is a list. The object inherits no properties. */
export type QueryFields = Record<string, string | string[]>

// V8 optimizes objects created by a constructor better than those of `Object.create(null)`.
const Fields = function () {} as unknown as new () => QueryFields
Fields.prototype = Object.create(null)

/** Parses a query string or an urlencoded body. */
export function readPairs(text: string): Pairs {
  const pairs: string[] = []
  let start = 0
  let equals = text.indexOf('=')
  while (start < text.length) {
    let end = text.indexOf('&', start)
    if (end === -1) end = text.length
    if (end > start) {
      // Searches for the next "=" only after the previous one was passed. Otherwise, if there is no further one, each
      // search would scan the rest of the string.
      if (equals !== -1 && equals < start) equals = text.indexOf('=', start)
      const hasValue = equals !== -1 && equals < end
      pairs.push(
        decode(text.slice(start, hasValue ? equals : end)),
        hasValue ? decode(text.slice(equals + 1, end)) : '',
      )
    }
    start = end + 1
  }
  return pairs
}

/** Returns the value of a name. If few names are needed, comparing is faster than building an object. */
export function valueOf(pairs: Pairs, name: string): string | string[] | undefined {
  let value: string | string[] | undefined
  for (let index = 0; index < pairs.length; index += 2) {
    if (pairs[index] === name) value = addValue(value, pairs[index + 1] as string)
  }
  return value
}

/** Returns the values by name. */
export function toFields(pairs: Pairs): QueryFields {
  const fields = new Fields()
  for (let index = 0; index < pairs.length; index += 2) {
    const name = pairs[index] as string
    fields[name] = addValue(fields[name], pairs[index + 1] as string)
  }
  return fields
}

function addValue(existing: string | string[] | undefined, value: string): string | string[] {
  if (existing === undefined) return value
  if (typeof existing === 'string') return [existing, value]
  existing.push(value)
  return existing
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch (cause) {
    throw new HttpError(400, `The percent-encoding of "${text.slice(0, 100)}" is malformed.`, {
      cause,
    })
  }
}
