import { HttpError } from '../message/http-error.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { BodyLimits } from './body-limits.ts'
import { nestFields } from './nest-fields.ts'
import { readPairs, toFields } from './read-query.ts'

/** A decoded body. The values of a form (strings, files and parsed JSON) are later cast to the declared types. */
export interface DecodedBody {
  readonly value: unknown
  readonly needsCast: boolean
  /** True for an empty body. Its value is an empty object. */
  readonly isEmpty?: true
  /** Removes the temporary files of uploads. Absent if there are no such files. */
  readonly discard?: () => Promise<void>
}

/**
 * Returns the media type of the body, in lower case and without parameters. Default: `application/json`. Throws
 * `HttpError` 415 if the body has a content coding.
 */
export function mediaTypeOf(request: HttpRequest): string {
  refuseEncoded(request)
  const contentType = request.header('content-type') ?? 'application/json'
  if (contentType === 'application/json') return contentType
  return (contentType.split(';', 1)[0] as string).trim().toLowerCase()
}

/** Decodes a body that was received as a string. Forms are parsed as forms, all other types as JSON. */
export function parseBody(mediaType: string, text: string, limits: BodyLimits): DecodedBody {
  if (text === '') return { value: {}, needsCast: false, isEmpty: true }
  if (mediaType === 'application/x-www-form-urlencoded') return parseForm(text, limits)
  return { value: parseJson(text), needsCast: false }
}

/** Throws `HttpError` 415 if the body has a content coding, such as `gzip`. */
export function refuseEncoded(request: HttpRequest): void {
  const encoding = request.header('content-encoding')
  if (encoding === undefined || /^\s*(?:identity\s*)?$/iu.test(encoding)) return
  throw new HttpError(415, 'The request body has a Content-Encoding. Send it without one.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    // RFC 8259 allows parsers to ignore a byte order mark.
    if (text.startsWith(byteOrderMark) && text[1] !== byteOrderMark) return parseJson(text.slice(1))
    throw new HttpError(400, 'The request body is not valid JSON.', { cause })
  }
}

const byteOrderMark = '\ufeff'

function parseForm(text: string, limits: BodyLimits): DecodedBody {
  if (hasMore(text, '&', limits.fields - 1)) {
    throw new HttpError(413, `The form has over ${limits.fields} fields.`)
  }
  return { value: nestFields(toFields(readPairs(text))), needsCast: true }
}

function hasMore(text: string, separator: string, max: number): boolean {
  let index = -1
  for (let count = 0; count <= max; count += 1) {
    index = text.indexOf(separator, index + 1)
    if (index === -1) return false
  }
  return true
}
