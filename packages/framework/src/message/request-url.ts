import type { IncomingRequest } from './incoming-request.ts'

/** The whole address of a request, whose host has been checked. */
export function requestUrl(
  scheme: 'http' | 'https',
  host: string | null | undefined,
  { path, query }: IncomingRequest,
): string {
  return `${scheme}://${host || 'localhost'}${path}${query === '' ? '' : `?${query}`}`
}
