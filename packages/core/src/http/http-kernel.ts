import { andThen, isPromise, type MaybePromise } from '../base/platform/maybe-promise.ts'
import { httpRequests } from './channels/channels.ts'
import type { Container } from '../base/container/container.ts'
import { HttpError } from './message/http-error.ts'
import type { HttpRequest } from './message/http-request.ts'
import type { Proxies } from './message/proxies.ts'
import type { ReplyOrResponse, Reply } from './message/reply.ts'
import type { Handler } from './message/handler.ts'
import { createDispatch, toMatch, type Dispatch, type Inspect, type Match } from './dispatcher.ts'
import { plainForm, type ErrorForm } from './error-handling/error-form.ts'
import { ErrorReplies } from './error-handling/error-replies.ts'
import { FileFolders, type FileFolder } from './file-folders.ts'
import type { AccessLog } from './observing/access-log.ts'
import { Observer, type Observed, type ObservedHandler } from './observing/observer.ts'
import type { RequestIds } from './observing/request-ids.ts'
import { methodNotAllowed, shortened } from './routing/method-not-allowed.ts'
import { normalizePath, parsePath } from './routing/path-template.ts'
import { Pipeline, type Preflight, type Surrounded } from './pipeline.ts'
import { isPreflight } from './chain/preflight.ts'
import { RouteTree } from './routing/route-tree.ts'
import type { Route } from './routing/route.ts'
import type { RouteMatch, Router } from './routing/router.ts'
import { chainsOf, type ChainPlan, type TargetPlans } from './target-planner.ts'
import { withoutBody } from './responses/without-body.ts'

export interface HttpKernelOptions {
  /** Fixed paths that are handled before everything else and without middleware. */
  readonly probes?: ReadonlyMap<string, Handler> | undefined
  /** Fixed paths that take precedence over routes, with handlers for every method. HEAD is handled like GET. */
  readonly endpoints: ReadonlyMap<string, Handler>
  /** The folders with static files, tried in order if no route matches. */
  readonly files?: readonly FileFolder[]
  /** The middleware plans of the endpoints, the static files and the routes. */
  readonly targets: TargetPlans
  /** The trusted proxies in front of the application, if any. */
  readonly proxies?: Proxies | undefined
  readonly inspect?: Inspect | undefined
  /** Logs each response after it is sent. */
  readonly log?: AccessLog | undefined
  /** Adds the request id to each response. */
  readonly ids?: RequestIds | undefined
  /** Sends buffered telemetry before a platform suspends the process. */
  readonly flush?: () => Promise<void>
  /** The format of errors without a handler. Default: plain. */
  readonly form?: ErrorForm
  /** Called for every error with status 500 or higher. Must not throw. */
  readonly onError: (error: unknown, request: HttpRequest) => void
}

/** A route that the platform may match itself, if no other route can match the request. */
export interface PlatformRoute {
  readonly httpMethod: string
  /** The template, such as `/users/{id}`. */
  readonly path: string
  readonly placeholders: readonly string[]
  /** Handles a request to the route, except HEAD. Never throws and never rejects. */
  handle(request: HttpRequest, values: readonly string[]): MaybePromise<ReplyOrResponse>
}

/** Dispatches requests to fixed endpoints and to route methods. All errors are caught here. */
export class HttpKernel {
  readonly #probes: ReadonlyMap<string, Handler> | undefined
  readonly #endpoints = new RouteTree<Surrounded & { readonly path: string }>()
  readonly #container: Container
  readonly #router: Router
  readonly #targets: TargetPlans
  readonly #dispatches = new Map<Route, Dispatch>()
  readonly #preflights = new Map<Route, Preflight>()
  readonly #files: FileFolders
  readonly #unmatched: Surrounded
  readonly #errors: ErrorReplies
  readonly #proxies: Proxies | undefined
  readonly #observer: Observer
  readonly #isSeen: boolean
  readonly #respondObserved: ObservedHandler = (request, observed) =>
    this.#respond(request, observed)
  readonly #prepared: () => Promise<void>
  readonly #flush: (() => Promise<void>) | undefined

  constructor(container: Container, router: Router, options: HttpKernelOptions) {
    this.#container = container
    this.#router = router
    const { onError, targets } = options
    this.#targets = targets
    this.#probes = options.probes
    this.#proxies = options.proxies
    this.#flush = options.flush
    const { form = plainForm } = options
    this.#errors = new ErrorReplies(container, router.errorHandlers, form, onError)
    const { log, ids } = options
    this.#isSeen = log !== undefined || ids !== undefined
    this.#observer = new Observer(log, ids, (error, request) =>
      this.#errors.recover(error, request),
    )
    const pipeline = new Pipeline(container, this.#errors)
    this.#prepared = () => pipeline.prepared()
    for (const [path, plan] of targets.endpoints) {
      const endpoint = options.endpoints.get(path) as Handler
      const surrounded = pipeline.surround(plan, endpoint)
      this.#endpoints.add(parsePath(path, 'An endpoint'), { ...surrounded, path })
    }
    this.#files = new FileFolders(options.files ?? [], targets.files, pipeline, router)
    const refuse: Handler = (request) => this.#refuseUnmatched(request)
    this.#unmatched = pipeline.surround(targets.unmatched, refuse)
    for (const [route, plan] of targets.routes) {
      const dispatch = createDispatch(route, container, {
        limits: plan.limits,
        inspect: options.inspect,
        check: plan.access?.check,
        sharesScope: pipeline.sharesScope(plan),
        throwsFailures: plan.links.length > 0 || this.#errors.throwsFailures,
        isAlone: plan.links.length === 0,
      })
      const formatted = this.#errors.inForm(dispatch)
      this.#dispatches.set(route, pipeline.aroundRoute(plan, route, formatted))
      this.#preflights.set(route, pipeline.aroundPreflight(plan, refuse))
    }
  }

  /** True if a path has a route, for any method. */
  hasRoute(path: string): boolean {
    return this.#router.methodsOf(path).length > 0
  }

  /** The middleware plans of endpoints, unmatched requests, and routes in order. */
  get chains(): readonly ChainPlan[] {
    return chainsOf(this.#targets)
  }

  /** True if a built-in path requires an authenticated caller. */
  isProtected(path: string): boolean {
    return this.#targets.endpoints.get(path)?.access !== undefined
  }

  /**
   * Waits for the asynchronous setup of middleware; `createApp` calls it. Rejects if the setup of a middleware fails.
   */
  prepared(): Promise<void> {
    return this.#prepared()
  }

  /** Sends buffered spans and metrics before the process is suspended. Never rejects. */
  async flush(): Promise<void> {
    await this.#flush?.()
  }

  /** The middleware plan of each route. */
  get plans(): ReadonlyMap<Route, ChainPlan> {
    return this.#targets.routes
  }

  /** The routes for requests whose path is not in `fixedPaths`. */
  get platformRoutes(): readonly PlatformRoute[] {
    return [...this.#dispatches].map(([{ httpMethod, path, placeholders }, dispatch]) => {
      const handle: PlatformRoute['handle'] = (request, values) =>
        this.#observe(request) ?? this.#respond(request, undefined, { dispatch, values })
      return { httpMethod, path, placeholders, handle }
    })
  }

  /** The paths that take precedence over routes, for every method. */
  get fixedPaths(): readonly string[] {
    return [...(this.#probes?.keys() ?? []), ...this.#targets.endpoints.keys()]
  }

  /** Handles a request. Never throws and never rejects. */
  handle(request: HttpRequest): MaybePromise<ReplyOrResponse> {
    const probe = this.#probes?.get(request.path)
    if (probe) return probe(request)
    return this.#observe(request) ?? this.#respond(request)
  }

  /** Applies the trusted proxies, and handles the request if requests are observed. Otherwise returns undefined. */
  #observe(request: HttpRequest): MaybePromise<ReplyOrResponse> | undefined {
    if (this.#proxies) request.trustProxies(this.#proxies)
    return this.#isObserved ? this.#observer.handle(request, this.#respondObserved) : undefined
  }

  get #isObserved(): boolean {
    return this.#isSeen || httpRequests.hasSubscribers
  }

  /** Calls the handler of a request. `match` is set if the platform has found it. */
  #respond(
    request: HttpRequest,
    observed?: Observed,
    match?: Match,
  ): MaybePromise<ReplyOrResponse> {
    try {
      const { dispatch, values } = match ?? this.#find(request, observed)
      const response = dispatch({ request, values, services: this.#container })
      const sent = request.method === 'HEAD' ? dropped(response) : response
      return isPromise(sent) ? sent.catch((error: unknown) => this.#refuse(error, request)) : sent
    } catch (error) {
      return this.#refuse(error, request)
    }
  }

  #find(request: HttpRequest, observed?: Observed): Match {
    const { method, path } = request
    const endpoint = this.#endpoints.find(path)
    if (endpoint) {
      if (observed) observed.route = endpoint.path
      return isPreflight(request) ? endpoint.preflight : endpoint
    }
    const match = this.#match(method, path)
    if (!match) return this.#findOther(request, observed)
    const isAsked = method === 'OPTIONS' && isPreflight(request)
    const preflight = isAsked ? this.#findPreflight(request) : undefined
    return preflight?.hasPolicy ? preflight : this.#toRoute(match, observed)
  }

  /** Finds the handler of a request that is not matched by its method and literal path. */
  #findOther(request: HttpRequest, observed?: Observed): Match {
    const { method, path } = request
    if (path.includes('%')) {
      const equivalent = normalizePath(path)
      if (equivalent !== path) {
        Object.assign(request, { path: equivalent })
        const probe = this.#probes?.get(equivalent)
        return probe ? toMatch(probe) : this.#find(request, observed)
      }
    }
    if (method === 'HEAD') {
      const asGet = this.#match('GET', path)
      if (asGet) return this.#toRoute(asGet, observed)
    }
    if (method === 'GET' || method === 'HEAD') {
      return this.#files.find(request, observed) ?? this.#unmatched
    }
    return isPreflight(request) ? this.#findPreflight(request) : this.#unmatched
  }

  #findPreflight(request: HttpRequest): Preflight {
    const announced = request.header('access-control-request-method') as string
    const isRead = announced === 'GET' || announced === 'HEAD'
    const match = this.#match(isRead ? 'GET' : announced, request.path)
    const found = match
      ? this.#preflights.get(match.route)
      : isRead && this.#files.preflight(request)
    return found || this.#unmatched.preflight
  }

  /** Returns undefined for a malformed path, which is then rejected like an unmatched request. */
  #match(method: string, path: string): RouteMatch | undefined {
    try {
      return this.#router.find(method, path)
    } catch (error) {
      if (error instanceof HttpError) return undefined
      throw error
    }
  }

  #toRoute({ route, values }: RouteMatch, observed: Observed | undefined): Match {
    observed?.match(route.path)
    return { dispatch: this.#dispatches.get(route) as Dispatch, values }
  }

  #refuseUnmatched(request: HttpRequest): Reply {
    const { method, path } = request
    // Throws the error about the malformed path again.
    this.#router.find(method === 'HEAD' ? 'GET' : method, path)
    const allowed = this.#router.methodsOf(path)
    const { refuse } = this.#errors
    if (allowed.length > 0) return methodNotAllowed(request, allowed, refuse)
    const headers = this.#files.varies(request) ? { headers: { vary: 'Accept' } } : undefined
    return refuse(404, `No route matches ${method} ${shortened(path)}.`, headers)
  }

  /**
   * Returns the response to an error that occurred before `handle`, in the format of the application. Never throws and
   * never rejects.
   */
  refuse(error: unknown, request: HttpRequest): MaybePromise<ReplyOrResponse> {
    return this.#isObserved
      ? this.#observer.handle(request, () => this.#refuse(error, request))
      : this.#refuse(error, request)
  }

  #refuse(error: unknown, request: HttpRequest): MaybePromise<ReplyOrResponse> {
    const reply = this.#errors.reply(error, request)
    return request.method === 'HEAD' ? dropped(reply) : reply
  }

  /**
   * Returns the reply to an error, for adapters that cannot send a response. The error is reported if the status is 500
   * or higher.
   */
  recover(error: unknown, request: HttpRequest): Reply {
    return this.#errors.recover(error, request)
  }
}

function dropped(response: MaybePromise<ReplyOrResponse>): MaybePromise<ReplyOrResponse> {
  return andThen(response, withoutBody)
}
