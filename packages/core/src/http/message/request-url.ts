import type { HttpRequest } from './http-request.ts'

/** Returns the full URL of a request whose host has been validated. */
export function requestUrl({ secure, host, path, query }: HttpRequest): string {
  const scheme = secure ? 'https' : 'http'
  return `${scheme}://${host || 'localhost'}${path}${query === '' ? '' : `?${query}`}`
}
