import { jsonHeaders } from './json-headers.ts'
import { Reply } from './reply.ts'

export const ErrorResponse = {
  /** The body `{ "error": message }` with a status of 4xx or 5xx. */
  create(status: number, message: string): Reply {
    return new Reply(status, jsonHeaders, JSON.stringify({ error: message }))
  },
}
