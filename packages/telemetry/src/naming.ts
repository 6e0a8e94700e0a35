const known = new Set([
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

/** Returns a known HTTP method, or else `_OTHER`, as the semantic conventions require. Clients can send any method. */
export function knownMethod(method: string): string {
  return known.has(method) ? method : '_OTHER'
}

/** Returns the class name of an error, or the status if it is an error; undefined if nothing failed. */
export function errorTypeOf(error: unknown, status = 0): string | undefined {
  if (error instanceof Error) return error.name || 'Error'
  if (error !== undefined) return typeof error
  return status >= 500 ? String(status) : undefined
}
