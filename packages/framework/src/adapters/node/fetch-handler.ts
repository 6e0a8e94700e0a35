import { failureLevel, recover } from '../../http/error-handling/error-reply.ts'
import { HttpKernel } from '../../http/http-kernel.ts'
import { decodedResponse } from '../../responses/decoded-response.ts'
import { withoutBody } from '../../responses/without-body.ts'
import { JsonLogger } from '../../logging/logger.ts'
import { logThrown } from '../../logging/thrown.ts'
import type { HttpRequest } from '../../message/http-request.ts'
import { isResponse, Reply, type Answer } from '../../message/reply.ts'

/** An object that handles web requests: a wrapper around a kernel, or an application of another framework. */
export interface FetchHandler {
  /** `info` has the address of the client, to pass on to a wrapped kernel: `kernel.fetch(request, info)`. */
  fetch(request: Request, info: { readonly peer: string | undefined }): Response | Promise<Response>
}

/** The interface that servers use: a kernel, or a replacement. */
export interface Answering {
  /** Handles a request. Never throws and never rejects. */
  handle(request: HttpRequest): Answer | Promise<Answer>
  /** Returns the response to an error. Never throws and never rejects. */
  refuse(error: unknown, request: HttpRequest): Answer | Promise<Answer>
  /** Returns the reply to an error that occurs while a response is sent. Never throws. */
  recover(error: unknown, request: HttpRequest): Reply
}

/** Returns the handler of an application. With a kernel, requests need no `Request` and `Response` objects. */
export function answersOf(app: HttpKernel | FetchHandler): Answering {
  return app instanceof HttpKernel ? app : new HandlerAnswers(app)
}

class HandlerAnswers implements Answering {
  readonly #handler: FetchHandler
  readonly #logger = new JsonLogger()

  constructor(handler: FetchHandler) {
    this.#handler = handler
  }

  handle(request: HttpRequest): Promise<Answer> {
    return this.#answer(request).catch((error: unknown) => this.recover(error, request))
  }

  async #answer(request: HttpRequest): Promise<Answer> {
    const { method } = request
    // `Request` does not allow these methods.
    if (/^(?:TRACE|TRACK)$/i.test(method))
      return Reply.error(501, `${method} is not answered here.`)
    const response: unknown = await this.#handler.fetch(request.toRequest(), {
      peer: request.ip,
    })
    if (typeof response !== 'object' || response === null || !isResponse(response)) {
      throw new TypeError(`fetch returned ${typeof response}. It must return a Response.`)
    }
    return method === 'HEAD' ? withoutBody(response) : decodedResponse(response)
  }

  refuse(error: unknown, request: HttpRequest): Answer {
    return this.recover(error, request)
  }

  recover(error: unknown, request: HttpRequest): Reply {
    const { method, path } = request
    const facts = { error, method, path }
    const level = failureLevel(error)
    return recover(error, () => logThrown(() => this.#logger, level, 'A request failed.', facts))
  }
}
