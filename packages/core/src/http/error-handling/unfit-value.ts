import { lookAt } from '../../base/logging/thrown.ts'
import { bodyTruncated, HttpError } from '../message/http-error.ts'
import type { HttpRequest } from '../message/http-request.ts'
import { isBrokenBody } from './broken-body.ts'

/** The property in which an error of a store has the values that it could not accept, or that may be the cause. */
const unfitValues: unique symbol = Symbol.for('fw.unfitValues')

/**
 * Converts the error of a store that cannot accept a value to a client error: 404 if the value is a placeholder of the
 * path, otherwise 422; and that of a platform for a broken body to a 400. Returns other values unchanged.
 */
export function asClientError(thrown: unknown, request: HttpRequest | undefined): unknown {
  if (lookAt(thrown, isBrokenBody)) return bodyTruncated(thrown)
  const values = lookAt(thrown, unfitValuesOf)
  if (!values) return thrown
  // Placeholder values are only stored for middleware, so compare with the segments of the path.
  const segments = lookAt(request, segmentsOf) ?? []
  const isOfPath = values.some((value) => segments.includes(String(value)))
  return isOfPath
    ? new HttpError(404, 'Not found.', { cause: thrown })
    : new HttpError(422, 'A value is out of range or has the wrong form.', { cause: thrown })
}

function segmentsOf(request: unknown): readonly string[] | undefined {
  return (request as HttpRequest | undefined)?.path.split('/').map(decodeURIComponent)
}

function unfitValuesOf(thrown: unknown): readonly unknown[] | undefined {
  const values = (thrown as { readonly [unfitValues]?: unknown } | undefined)?.[unfitValues]
  return Array.isArray(values) ? values : undefined
}
