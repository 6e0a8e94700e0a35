import { tryRead } from '../../base/logging/thrown.ts'
import { bodyTruncated, HttpError } from '../message/http-error.ts'
import type { HttpRequest } from '../message/http-request.ts'

/** The key of a property of database errors. The property contains the values that the database may have rejected. */
const rejectedValuesKey: unique symbol = Symbol.for('fw.rejectedValues')

/**
 * Converts two kinds of errors to client errors. If a database cannot accept a value, the status is
 * 404 for a path placeholder, otherwise 422. If the body ends early or is malformed (on Deno), the
 * status is 400. Returns other values unchanged.
 */
export function asClientError(thrown: unknown, request: HttpRequest | undefined): unknown {
  if (tryRead(thrown, isBrokenBody)) return bodyTruncated(thrown)
  const values = tryRead(thrown, rejectedValuesOf)
  if (!values) return thrown
  // The values of placeholders are only stored for middleware, so the segments of the path are compared instead.
  const segments = tryRead(request, segmentsOf) ?? []
  const isOfPath = values.some((value) => segments.includes(String(value)))
  return isOfPath
    ? new HttpError(404, 'Not found.', { cause: thrown })
    : new HttpError(422, 'A value is out of range or has the wrong form.', { cause: thrown })
}

function segmentsOf(request: unknown): readonly string[] | undefined {
  return (request as HttpRequest | undefined)?.path.split('/').map(decodeURIComponent)
}

function rejectedValuesOf(thrown: unknown): readonly unknown[] | undefined {
  const values = (thrown as { readonly [rejectedValuesKey]?: unknown } | undefined)?.[
    rejectedValuesKey
  ]
  return Array.isArray(values) ? values : undefined
}

/**
 * True for the errors that Deno throws if the application reads a body from the raw `Request`, and the body ends early
 * or is malformed.
 */
function isBrokenBody(thrown: unknown): boolean {
  return 'Deno' in globalThis && thrown instanceof Error && brokenBody.test(thrown.message)
}

const brokenBody = /^(?:Cannot read (?:request )?body as |invalid HTTP\/1 request: )/u
