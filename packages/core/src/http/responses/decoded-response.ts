/** The content codings that `fetch` decodes. */
const decoded = /^(?:(?:x-)?gzip|deflate|br|zstd)$/iu

/**
 * Corrects the headers of a `fetch` response: `fetch` decodes the body but keeps the original coding and length. Any
 * other `Response` is returned unchanged.
 */
export function decodedResponse(response: Response): Response {
  const { body, url, status, statusText } = response
  // A `Response` that does not come from `fetch` has no URL.
  if (url === '' || body === null) return response
  const codings = response.headers.get('content-encoding')?.split(',') ?? []
  if (codings.length === 0 || !codings.every((coding) => decoded.test(coding.trim())))
    return response
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(body, { status, statusText, headers })
}
