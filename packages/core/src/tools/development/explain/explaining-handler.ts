import { andThen, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import type { RequestHandler } from '../../../http/adapters/node/request-handler.ts'
import type { FetchRequest } from '../../../http/adapters/fetch/fetch-request.ts'
import type { NodeRequest } from '../../../http/adapters/node/node-request.ts'
import type { HttpKernel } from '../../../http/http-kernel.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import { Reply, type ReplyOrResponse } from '../../../http/message/reply.ts'
import { acceptsPages } from '../../../http/message/weights.ts'
import type { Route } from '../../../http/routing/route.ts'
import { tryRead } from '../../../base/logging/thrown.ts'
import type { Editor } from './editor.ts'
import { renderPage, type Page } from './error-page.ts'
import { explainError, sectionsOf, type ExplainedError } from './explain-error.ts'
import { isLocal, mayRead, type Caller } from './local-caller.ts'
import { renderRoutesPage, type ShownRoute } from './routes-page.ts'
import type { ErrorReport } from './error-report.ts'

/** The application that the pages describe. */
export interface ExplainedApplication {
  readonly folder: string
  /**
   * The kernel whose routes a browser sees if it requests a path without a route. If undefined, there is no such page.
   */
  readonly kernel: HttpKernel | undefined
  readonly editor: Editor | undefined
  /** Returns the id of a request's entry in the inspector. */
  readonly entryOf: ((request: HttpRequest) => number | undefined) | undefined
  /** Called with the error of a failed request from this machine. */
  readonly report: (errorReport: ErrorReport) => void
}

/** Adds the thrown error to responses with status 500, for callers on this machine. */
export class ExplainingHandler implements RequestHandler {
  readonly #inner: RequestHandler
  readonly #app: ExplainedApplication

  constructor(inner: RequestHandler, app: ExplainedApplication) {
    this.#inner = inner
    this.#app = app
  }

  handle(request: HttpRequest): MaybePromise<ReplyOrResponse> {
    return this.#explained(this.#inner.handle(request), request)
  }

  refuse(error: unknown, request: HttpRequest): MaybePromise<ReplyOrResponse> {
    return this.#explained(this.#inner.refuse(error, request), request)
  }

  recover(error: unknown, request: HttpRequest): Reply {
    return this.#explain(this.#inner.recover(error, request), request) as Reply
  }

  #explained(
    response: MaybePromise<ReplyOrResponse>,
    request: HttpRequest,
  ): MaybePromise<ReplyOrResponse> {
    return andThen(response, (settled) => this.#explain(settled, request))
  }

  #explain(response: ReplyOrResponse, request: HttpRequest): ReplyOrResponse {
    if (response instanceof Reply && response.status === 404) return this.#guide(response, request)
    if (!(response instanceof Reply) || response.status !== 500 || response.error === undefined) {
      return response
    }
    const caller = callerOf(request as ServedRequest)
    if (request.method === 'HEAD' || !isLocal(caller)) return response
    const exception = explainError(response.error, this.#app.folder)
    const title = `${request.method} ${request.path}`
    const problems = sectionsOf(exception, this.#app.folder)
    this.#app.report({ error: `${title} has failed`, problems })
    if (!mayRead(caller)) return response
    if (!acceptsPages(request.header('accept'))) return withException(response, exception)
    const id = this.#app.entryOf?.(request)
    const page = renderPage(
      { error: 'The application failed to respond.', problems },
      {
        editor: this.#app.editor,
        reloads: request.method === 'GET' && id !== undefined,
        request: { title, entry: id === undefined ? undefined : `/_fw#/entries/${id}` },
      },
    )
    return asPage(response, page)
  }

  /** Shows the list of routes to a browser that requested a path without a route. */
  #guide(response: Reply, request: HttpRequest): ReplyOrResponse {
    const { method, path } = request
    const { kernel } = this.#app
    if (!kernel || method !== 'GET' || !acceptsPages(request.header('accept'))) return response
    if (kernel.hasRoute(path) || !mayRead(callerOf(request as ServedRequest))) return response
    return asPage(
      response,
      renderRoutesPage(method, path, Array.from(kernel.plans.keys(), toShown)),
    )
  }
}

/** A request received by a server of `fw dev`. */
export type ServedRequest = NodeRequest | FetchRequest

/** Returns the caller of the request, regardless of trusted proxies. */
export function callerOf(request: ServedRequest): Caller {
  return { address: request.peer.address, header: (name) => request.header(name) }
}

function toShown({ httpMethod, path, declaration }: Route): ShownRoute {
  const { class: owner, method } = declaration
  return { method: httpMethod, path, handler: `${owner.name}.${method.name}` }
}

function asPage(response: Reply, { html, policy }: Page): Reply {
  return withText(response, html)
    .replacingHeader('content-type', 'text/html; charset=utf-8')
    .replacingHeader('content-security-policy', policy)
}

/** Adds the error to a JSON response. Other responses stay unchanged. */
function withException(response: Reply, exception: ExplainedError): Reply {
  const { body } = response
  const content: unknown =
    typeof body === 'string' ? tryRead(body, () => JSON.parse(body)) : undefined
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return response
  return withText(response, JSON.stringify({ ...content, exception }))
}

/** Replaces the body. Pages of other origins must not be able to read it, not even from a cache. */
function withText(response: Reply, text: string): Reply {
  return ['content-length', 'content-encoding', 'etag', 'access-control-allow-origin']
    .reduce((reply, name) => reply.withoutHeader(name), response)
    .replacingHeader('cache-control', 'no-store')
    .withBody(text)
}
