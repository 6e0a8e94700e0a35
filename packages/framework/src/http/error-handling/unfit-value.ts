import { lookAt } from '../../logging/thrown.ts'
import { HttpError } from '../../message/http-error.ts'
import type { HttpRequest } from '../../message/http-request.ts'

/** An error of a store has the values that it could not take, or one of which it could not take, under this key. */
const unfitValues: unique symbol = Symbol.for('fw.unfitValues')

/**
 * Turns the error of a store that cannot hold a value into one for the client: 404 if the value is a placeholder of the
 * path, else 422. Returns anything else as it is.
 */
export function asClientError(thrown: unknown, request: HttpRequest | undefined): unknown {
  const values = lookAt(thrown, unfitValuesOf)
  if (!values) return thrown
  // The values of placeholders are kept for middleware alone, and each is a segment of the path.
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
