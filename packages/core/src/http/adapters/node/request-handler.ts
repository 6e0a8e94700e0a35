import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { failureLevel, recover } from '../../error-handling/error-format.ts'
import { HttpKernel } from '../../http-kernel.ts'
import { decodedResponse } from '../../responses/decoded-response.ts'
import { withoutBody } from '../../responses/without-body.ts'
import { JsonLogger } from '../../../base/logging/logger.ts'
import { logThrown } from '../../../base/logging/thrown.ts'
import type { HttpRequest } from '../../message/http-request.ts'
import { isResponse, Reply, type ReplyOrResponse } from '../../message/reply.ts'

/** An object that handles web requests: a wrapper around a kernel, or an application of another framework. */
export interface FetchHandler {
  /** `info` contains the address of the client. A wrapper passes it to the kernel: `kernel.fetch(request, info)`. */
  fetch(request: Request, info: { readonly peer: string | undefined }): MaybePromise<Response>
}

/** The interface that servers use: a kernel or a substitute. */
export interface RequestHandler {
  /** Handles a request. Never throws and never rejects. */
  handle(request: HttpRequest): MaybePromise<ReplyOrResponse>
  /** Returns the response to an error. Never throws and never rejects. */
  refuse(error: unknown, request: HttpRequest): MaybePromise<ReplyOrResponse>
  /** Returns the reply to an error that occurs while a response is being sent. Never throws. */
  recover(error: unknown, request: HttpRequest): Reply
}

/**
 * Returns the handler of an application. A kernel is returned unchanged, so that Node needs no
 * `Request` objects.
 */
export function toRequestHandler(app: HttpKernel | FetchHandler): RequestHandler {
  return app instanceof HttpKernel ? app : new FetchRequestHandler(app)
}

class FetchRequestHandler implements RequestHandler {
  readonly #handler: FetchHandler
  readonly #logger = new JsonLogger()

  constructor(handler: FetchHandler) {
    this.#handler = handler
  }

  handle(request: HttpRequest): Promise<ReplyOrResponse> {
    return this.#respond(request).catch((error: unknown) => this.recover(error, request))
  }

  async #respond(request: HttpRequest): Promise<ReplyOrResponse> {
    const { method } = request
    // `Request` does not allow these methods.
    if (/^(?:TRACE|TRACK)$/i.test(method)) return Reply.error(501, `${method} is not supported.`)
    const response: unknown = await this.#handler.fetch(request.toRequest(), {
      peer: request.ip,
    })
    if (typeof response !== 'object' || response === null || !isResponse(response)) {
      throw new TypeError(`fetch returned ${typeof response}. It must return a Response.`)
    }
    return method === 'HEAD' ? withoutBody(response) : decodedResponse(response)
  }

  refuse(error: unknown, request: HttpRequest): ReplyOrResponse {
    return this.recover(error, request)
  }

  recover(error: unknown, request: HttpRequest): Reply {
    const { method, path } = request
    const details = { error, method, path }
    const level = failureLevel(error)
    return recover(error, () => logThrown(() => this.#logger, level, 'A request failed.', details))
  }
}
