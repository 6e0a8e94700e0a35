import type { Decoded } from './read-body.ts'
import type { IncomingRequest } from './incoming-request.ts'
import { readQuery, type TextFields } from './read-query.ts'

/** What the arguments of one call are taken from. */
export class Call {
  readonly request: IncomingRequest
  /** Decoded values of the path's placeholders, in their order. */
  readonly pathValues: readonly string[]
  readonly body: Decoded | undefined
  /** Failures as key, message, key, message … */
  readonly errors: string[] = []
  #query: TextFields | undefined

  constructor(request: IncomingRequest, pathValues: readonly string[], body: Decoded | undefined) {
    this.request = request
    this.pathValues = pathValues
    this.body = body
  }

  get query(): TextFields {
    return (this.#query ??= readQuery(this.request.query))
  }
}
