import type { HttpRequest } from './http-request.ts'

/** The whole address of a request, whose host has been checked. */
export function requestUrl({ secure, host, path, query }: HttpRequest): string {
  const scheme = secure ? 'https' : 'http'
  return `${scheme}://${host || 'localhost'}${path}${query === '' ? '' : `?${query}`}`
}
