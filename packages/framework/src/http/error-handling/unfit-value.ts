import { lookAt } from '../../logging/thrown.ts'
import { HttpError } from '../../message/http-error.ts'
import type { HttpRequest } from '../../message/http-request.ts'

/** The key of an error of a store for the values that it could not accept, or for the candidates. */
const unfitValues: unique symbol = Symbol.for('fw.unfitValues')

/**
 * Converts the error of a store that cannot accept a value to a client error: 404 if the value is a placeholder of the
 * path, otherwise 422. Returns other values unchanged.
 */
export function asClientError(thrown: unknown, request: HttpRequest | undefined): unknown {
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
