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

/** A method of HTTP as the conventions name it: anybody can make others up. */
export function knownMethod(method: string): string {
  return known.has(method) ? method : '_OTHER'
}

/** The class of an error, or the status that stands for it; undefined where nothing failed. */
export function errorTypeOf(error: unknown, status = 0): string | undefined {
  if (error instanceof Error) return error.name || 'Error'
  if (error !== undefined) return typeof error
  return status >= 500 ? String(status) : undefined
}
