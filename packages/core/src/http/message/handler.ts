import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { HttpRequest } from './http-request.ts'
import type { ReplyOrResponse } from './reply.ts'

/** Handles a request. */
export type Handler = (request: HttpRequest) => MaybePromise<ReplyOrResponse>
