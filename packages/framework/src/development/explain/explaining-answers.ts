import type { Answering } from '../../adapters/node/fetch-handler.ts'
import type { FetchRequest } from '../../adapters/fetch/fetch-request.ts'
import type { NodeRequest } from '../../adapters/node/node-request.ts'
import type { HttpRequest } from '../../message/http-request.ts'
import { Reply, type Answer } from '../../message/reply.ts'
import { lookAt } from '../../logging/thrown.ts'
import { renderPage, wantsPage } from './error-page.ts'
import { explainError, sectionsOf, type ExplainedError } from './explain-error.ts'
import { isLocal, mayRead, type Caller } from './local-caller.ts'
import type { Trouble } from './trouble.ts'

/** Adds the thrown error to a response of 500, for callers on this machine. */
export class ExplainingAnswers implements Answering {
  readonly #inner: Answering
  readonly #folder: string
  readonly #told: (trouble: Trouble) => void

  /** Calls `told` with each error. */
  constructor(inner: Answering, folder: string, told: (trouble: Trouble) => void) {
    this.#inner = inner
    this.#folder = folder
    this.#told = told
  }

  handle(request: HttpRequest): Answer | Promise<Answer> {
    return this.#explained(this.#inner.handle(request), request)
  }

  refuse(error: unknown, request: HttpRequest): Answer | Promise<Answer> {
    return this.#explained(this.#inner.refuse(error, request), request)
  }

  recover(error: unknown, request: HttpRequest): Reply {
    return this.#explain(this.#inner.recover(error, request), request) as Reply
  }

  #explained(answer: Answer | Promise<Answer>, request: HttpRequest): Answer | Promise<Answer> {
    return answer instanceof Promise
      ? answer.then((settled) => this.#explain(settled, request))
      : this.#explain(answer, request)
  }

  #explain(answer: Answer, request: HttpRequest): Answer {
    if (!(answer instanceof Reply) || answer.status !== 500 || answer.error === undefined) {
      return answer
    }
    const caller = callerOf(request as ServedRequest)
    if (request.method === 'HEAD' || !isLocal(caller)) return answer
    const exception = explainError(answer.error, this.#folder)
    const error = `${request.method} ${request.path} has failed`
    this.#told({ error, problems: sectionsOf(exception) })
    if (!mayRead(caller)) return answer
    return wantsPage(request.header('accept'))
      ? asPage(answer, exception)
      : withException(answer, exception)
  }
}

/** A request that a server of `fw dev` has received. */
export type ServedRequest = NodeRequest | FetchRequest

/** Returns the caller of the request, regardless of trusted proxies. */
export function callerOf(request: ServedRequest): Caller {
  return { address: request.peer.address, header: (name) => request.header(name) }
}

function asPage(answer: Reply, exception: ExplainedError): Reply {
  const { html, policy } = renderPage({
    error: 'The application failed to answer.',
    problems: sectionsOf(exception),
  })
  return withText(answer, html)
    .replacingHeader('content-type', 'text/html; charset=utf-8')
    .replacingHeader('content-security-policy', policy)
}

/** Adds the error to a JSON response. Other responses stay unchanged. */
function withException(answer: Reply, exception: ExplainedError): Reply {
  const { body } = answer
  const content: unknown =
    typeof body === 'string' ? lookAt(body, () => JSON.parse(body)) : undefined
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return answer
  return withText(answer, JSON.stringify({ ...content, exception }))
}

/** Replaces the body. Other origins must not read it, not even from a cache. */
function withText(answer: Reply, text: string): Reply {
  return ['content-length', 'content-encoding', 'etag', 'access-control-allow-origin']
    .reduce((reply, name) => reply.withoutHeader(name), answer)
    .replacingHeader('cache-control', 'no-store')
    .withBody(text)
}
