import { HttpError } from './http-error.ts'
import type { IncomingRequest } from './incoming-request.ts'

/** The whole address of a request. Throws `HttpError` 400 where its parts make none, or another one. */
export function requestUrl(
  scheme: 'http' | 'https',
  host: string | null | undefined,
  { path, query }: IncomingRequest,
): string {
  const search = query === '' ? '' : `?${query}`
  const url = `${scheme}://${host || 'localhost'}${path}${search}`
  // A host with one of these would take a part of the path, or end before it does.
  if (/[/?#@\\]/u.test(host ?? '') || !URL.canParse(url)) {
    throw new HttpError(400, 'The Host header or the path is malformed.')
  }
  return url
}
