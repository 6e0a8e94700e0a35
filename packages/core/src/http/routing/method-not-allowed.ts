import type { HttpRequest } from '../message/http-request.ts'
import { Reply } from '../message/reply.ts'
import { refuseByError, type Refuse } from '../error-handling/refuse.ts'

/** Rejects an HTTP method that a path does not support, with status 405. For OPTIONS, returns the list of methods. */
export function methodNotAllowed(
  { method, path }: HttpRequest,
  allowed: readonly string[],
  refuse: Refuse = refuseByError,
): Reply {
  const headers = { allow: allowed.join(', ') }
  if (method === 'OPTIONS' && allowed.includes(method)) {
    return new Reply(204, ['allow', headers.allow], null)
  }
  const message = `${shortened(path)} does not support ${method}. It supports ${headers.allow}.`
  return refuse(405, message, { headers })
}

/** Shortens a path for an error message. */
export function shortened(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path
}
