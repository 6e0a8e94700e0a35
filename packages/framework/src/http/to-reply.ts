import { jsonHeaders } from '../responses/json-headers.ts'
import { Reply } from '../responses/reply.ts'

/** What a method may answer with: a reply of ours, or a web `Response`, which passes through untouched. */
export type Answer = Reply | Response

/** Turns what a method returned into an answer. `status` is the declared one. */
export function toReply(value: unknown, status: number | undefined): Answer {
  if (typeof value === 'object' && value !== null) {
    if (value instanceof Reply || value instanceof Response) return value
  } else if (value === undefined) {
    return new Reply(status ?? 204, [], null)
  }
  return new Reply(status ?? 200, jsonHeaders, toJson(value))
}

/** JSON in which a `bigint` is a number when it is safe, else a string. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (error) {
    if (!(error instanceof TypeError) || !/bigint/iu.test(error.message)) throw error
    return JSON.stringify(value, writeBigint)
  }
}

function writeBigint(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}
