import type { BodyLimits } from '../binding/body-limits.ts'
import type { Container } from '../container/container.ts'
import type { IncomingRequest } from '../message/incoming-request.ts'
import { Reply, type Answer } from '../message/reply.ts'
import { createDispatch, type Dispatch, type Inspect } from './dispatcher.ts'
import { recover } from './error-reply.ts'
import { methodNotAllowed, shortened } from './method-not-allowed.ts'
import { parsePath } from './path-template.ts'
import { RouteTree } from './route-tree.ts'
import type { Route } from './route.ts'
import type { RouteMatch, Router } from './router.ts'
import { withoutBody } from './without-body.ts'

/** Answers every method of one fixed path, ahead of the routes. */
export type Endpoint = (request: IncomingRequest) => Answer | Promise<Answer>

export interface HttpKernelOptions {
  readonly endpoints: ReadonlyMap<string, Endpoint>
  readonly limits: BodyLimits
  readonly inspect?: Inspect | undefined
  /** Told about every error that the client is not told about; never throws. */
  readonly onError: (error: unknown, request: IncomingRequest) => void
}

/** The way of a request: a fixed endpoint, or a route and its method; and the one catch around them. */
export class HttpKernel {
  readonly #endpoints = new RouteTree<Endpoint>()
  readonly #router: Router
  readonly #dispatches: ReadonlyMap<Route, Dispatch>
  readonly #options: HttpKernelOptions

  constructor(container: Container, router: Router, options: HttpKernelOptions) {
    this.#router = router
    this.#options = options
    for (const [path, endpoint] of options.endpoints) {
      this.#endpoints.add(parsePath(path, 'An endpoint'), endpoint)
    }
    this.#dispatches = new Map(
      router.routes.map((route) => [
        route,
        createDispatch(route, container, options.limits, options.inspect),
      ]),
    )
  }

  /** Answers a request; never throws and never rejects. */
  handle(request: IncomingRequest): Answer | Promise<Answer> {
    try {
      const answer = this.#find(request)
      return answer instanceof Promise
        ? answer.catch((error: unknown) => this.recover(error, request))
        : answer
    } catch (error) {
      return this.recover(error, request)
    }
  }

  #find(request: IncomingRequest): Answer | Promise<Answer> {
    const endpoint = this.#endpoints.find(request.path)
    if (endpoint) return endpoint(request)
    const match = this.#router.find(request.method, request.path)
    return match ? this.#dispatch(request, match) : this.#answerUnmatched(request)
  }

  #dispatch(request: IncomingRequest, { route, values }: RouteMatch): Answer | Promise<Answer> {
    return (this.#dispatches.get(route) as Dispatch)(request, values)
  }

  #answerUnmatched(request: IncomingRequest): Answer | Promise<Answer> {
    const { method, path } = request
    const allowed = this.#router.methodsOf(path)
    if (allowed.length === 0) {
      return Reply.error(404, `No route matches ${method} ${shortened(path)}.`)
    }
    const asGet = method === 'HEAD' ? this.#router.find('GET', path) : undefined
    if (asGet) return Promise.resolve(this.#dispatch(request, asGet)).then(withoutBody)
    return methodNotAllowed(request, allowed)
  }

  /** The reply to an error, which adapters ask for where an answer cannot be sent. What the client is not told is reported. */
  recover(error: unknown, request: IncomingRequest): Reply {
    return recover(error, () => this.#options.onError(error, request))
  }
}
