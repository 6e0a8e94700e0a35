import type { IncomingRequest } from '../message/incoming-request.ts'
import type { Decoded } from './read-body.ts'
import { readPairs, type Pairs } from './read-query.ts'

/** What the arguments of one call are taken from. */
export class Call {
  readonly request: IncomingRequest
  /** Decoded values of the path's placeholders, in their order. */
  readonly pathValues: readonly string[]
  readonly body: Decoded | undefined
  /** Failures as key, message, key, message … */
  readonly errors: string[] = []
  #query: Pairs | undefined

  constructor(request: IncomingRequest, pathValues: readonly string[], body: Decoded | undefined) {
    this.request = request
    this.pathValues = pathValues
    this.body = body
  }

  get query(): Pairs {
    return (this.#query ??= readPairs(this.request.query))
  }
}
