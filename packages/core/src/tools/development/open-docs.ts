import { andThen, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { RequestHandler } from '../../http/adapters/node/request-handler.ts'
import type { Handler } from '../../http/message/handler.ts'
import type { HttpRequest } from '../../http/message/http-request.ts'
import type { Reply, ReplyOrResponse } from '../../http/message/reply.ts'
import { withoutBody } from '../../http/responses/without-body.ts'
import { callerOf, type ServedRequest } from './explain/explaining-handler.ts'
import { mayRead } from './explain/local-caller.ts'

/**
 * Serves `/docs` and `/openapi.json` to callers on this machine, even if the application requires authentication for
 * them. The inspector does not record these requests.
 */
export class OpenDocs implements RequestHandler {
  readonly #inner: RequestHandler
  readonly #endpoints: ReadonlyMap<string, Handler>

  constructor(inner: RequestHandler, endpoints: ReadonlyMap<string, Handler>) {
    this.#inner = inner
    this.#endpoints = endpoints
  }

  handle(request: HttpRequest): MaybePromise<ReplyOrResponse> {
    const endpoint = this.#endpoints.get(request.path)
    if (!endpoint || !mayRead(callerOf(request as ServedRequest)))
      return this.#inner.handle(request)
    const response = endpoint(request)
    return request.method === 'HEAD' ? andThen(response, withoutBody) : response
  }

  refuse(error: unknown, request: HttpRequest): MaybePromise<ReplyOrResponse> {
    return this.#inner.refuse(error, request)
  }

  recover(error: unknown, request: HttpRequest): Reply {
    return this.#inner.recover(error, request)
  }
}
