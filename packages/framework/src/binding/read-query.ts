import { HttpError } from './http-error.ts'

/** A value given once is text, one given more often a list. The object inherits no property. */
export type TextFields = Record<string, string | string[]>

// V8 gives the objects of a constructor a faster form than it gives those of `Object.create(null)`.
const Fields = function () {} as unknown as new () => TextFields
Fields.prototype = Object.create(null)

/** Parses a query string or an urlencoded body. */
export function readQuery(text: string): TextFields {
  const fields = new Fields()
  let start = 0
  while (start < text.length) {
    let end = text.indexOf('&', start)
    if (end === -1) end = text.length
    if (end > start) addField(fields, text, start, end)
    start = end + 1
  }
  return fields
}

function addField(fields: TextFields, text: string, start: number, end: number): void {
  const equals = text.indexOf('=', start)
  const hasValue = equals !== -1 && equals < end
  const name = decode(text.slice(start, hasValue ? equals : end))
  const value = hasValue ? decode(text.slice(equals + 1, end)) : ''
  const earlier = fields[name]
  if (earlier === undefined) fields[name] = value
  else if (typeof earlier === 'string') fields[name] = [earlier, value]
  else earlier.push(value)
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
