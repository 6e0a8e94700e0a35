const knownMethods = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'QUERY',
])

/** Returns `_OTHER` for an unknown HTTP method, as the semantic conventions require. Clients can send any method. */
export function methodLabel(method: string): string {
  return knownMethods.has(method) ? method : '_OTHER'
}

/**
 * Returns the name of an error, the type of another thrown value, or a status of 500 or more; undefined if the
 * operation did not fail.
 */
export function errorTypeOf(error: unknown, status = 0): string | undefined {
  if (error instanceof Error) return error.name || 'Error'
  if (error !== undefined) return typeof error
  return status >= 500 ? String(status) : undefined
}
