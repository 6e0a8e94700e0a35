import { andThen, isPromise, type MaybePromise } from '../base/platform/maybe-promise.ts'
import { httpRequests } from './channels/channels.ts'
import type { Container } from '../base/container/container.ts'
import { HttpError } from './message/http-error.ts'
import type { HttpRequest } from './message/http-request.ts'
import type { Proxies } from './message/proxies.ts'
import type { ReplyOrResponse, Reply } from './message/reply.ts'
import type { Handler } from './message/handler.ts'
import { createDispatch, toMatch, type Dispatch, type Inspect, type Match } from './dispatcher.ts'
import { plainFormat, type ErrorFormat } from './error-handling/error-format.ts'
import { ErrorReplies } from './error-handling/error-replies.ts'
import { FileFolders, type FileFolder } from './file-folders.ts'
import type { AccessLog } from './observing/access-log.ts'
import { Observer, type RequestObservation, type ObservedHandler } from './observing/observer.ts'
import type { RequestIds } from './observing/request-ids.ts'
import { methodNotAllowed, shortened } from './routing/method-not-allowed.ts'
import { normalizePath, parsePath } from './routing/path-template.ts'
import { Pipeline, type Preflight, type TargetHandlers } from './pipeline.ts'
import { isPreflight } from './chain/preflight.ts'
import { RouteTree } from './routing/route-tree.ts'
import type { Route } from './routing/route.ts'
import type { RouteMatch, Router } from './routing/router.ts'
import { chainsOf, type ChainPlan, type TargetPlans } from './target-planner.ts'
import { withoutBody } from './responses/without-body.ts'

export interface HttpKernelOptions {
  /** Fixed paths that are handled before everything else and without middleware. */
  readonly probes?: ReadonlyMap<string, Handler> | undefined
  /**
   * Fixed paths that take precedence over routes, each with a handler for all HTTP methods. In responses to HEAD, the
   * body is left out.
   */
  readonly endpoints: ReadonlyMap<string, Handler>
  /** The folders with static files, tried in order if no route matches. */
  readonly files?: readonly FileFolder[]
  /** The middleware plans of all targets. */
  readonly targets: TargetPlans
  /** The trusted proxies in front of the application, if any. */
  readonly proxies?: Proxies | undefined
  readonly inspect?: Inspect | undefined
  /** The access log, if it is enabled. */
  readonly log?: AccessLog | undefined
  /** The source of request ids, if they are enabled. */
  readonly ids?: RequestIds | undefined
  /** Sends buffered telemetry before a platform suspends the process. */
  readonly flush?: () => Promise<void>
  /** The format of error replies of the framework and of `Reply.error`. Default: plain. */
  readonly format?: ErrorFormat
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

/** Dispatches requests to fixed endpoints, routes and static files. Catches all errors. */
export class HttpKernel {
  readonly #probes: ReadonlyMap<string, Handler> | undefined
  readonly #endpoints = new RouteTree<TargetHandlers & { readonly path: string }>()
  readonly #container: Container
  readonly #router: Router
  readonly #targets: TargetPlans
  readonly #dispatches = new Map<Route, Dispatch>()
  /** The handlers of preflights, which are created when first needed. */
  readonly #preflights = new Map<Route, Preflight>()
  readonly #pipeline: Pipeline
  readonly #files: FileFolders
  readonly #unmatched: TargetHandlers
  readonly #errors: ErrorReplies
  readonly #proxies: Proxies | undefined
  readonly #observer: Observer
  readonly #isAlwaysObserved: boolean
  readonly #respondObserved: ObservedHandler = (request, observation) =>
    this.#respond(request, observation)
  readonly #flush: (() => Promise<void>) | undefined

  constructor(container: Container, router: Router, options: HttpKernelOptions) {
    this.#container = container
    this.#router = router
    const { onError, targets } = options
    this.#targets = targets
    this.#probes = options.probes
    this.#proxies = options.proxies
    this.#flush = options.flush
    const { format = plainFormat } = options
    this.#errors = new ErrorReplies(container, router.errorHandlers, format, onError)
    const { log, ids } = options
    this.#isAlwaysObserved = log !== undefined || ids !== undefined
    this.#observer = new Observer(log, ids, (error, request) =>
      this.#errors.recover(error, request),
    )
    const pipeline = (this.#pipeline = new Pipeline(container, this.#errors))
    for (const [path, plan] of targets.endpoints) {
      const endpoint = options.endpoints.get(path) as Handler
      const handlers = pipeline.wrapTarget(plan, endpoint)
      this.#endpoints.add(parsePath(path, 'An endpoint'), { ...handlers, path })
    }
    this.#files = new FileFolders(options.files ?? [], targets.files, pipeline, router)
    this.#unmatched = pipeline.wrapTarget(targets.unmatched, this.#refuseUnmatched)
    for (const [route, plan] of targets.routes) {
      const withoutMiddleware = plan.middleware.length === 0
      const dispatch = createDispatch(route, container, {
        limits: plan.limits,
        inspect: options.inspect,
        check: plan.access?.check,
        sharesScope: pipeline.sharesScope(plan),
        throwsFailures: !withoutMiddleware || this.#errors.throwsFailures,
        withoutMiddleware,
      })
      const formatted = this.#errors.inFormat(dispatch)
      this.#dispatches.set(route, pipeline.wrapRoute(plan, route, formatted))
    }
  }

  /** True if a path has a route, for any HTTP method. */
  hasRoute(path: string): boolean {
    return this.#router.methodsOf(path).length > 0
  }

  /** The middleware plans, in this order: endpoints, static files, unmatched requests, routes. */
  get chains(): readonly ChainPlan[] {
    return chainsOf(this.#targets)
  }

  /** True if a built-in path requires an authenticated caller. */
  isProtected(path: string): boolean {
    return this.#targets.endpoints.get(path)?.access !== undefined
  }

  /**
   * Waits for the asynchronous setup of middleware. Called by `createApp`. Rejects if the setup of a middleware fails.
   */
  prepared(): Promise<void> {
    return this.#pipeline.prepared()
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

  /** The paths that take precedence over routes, for every HTTP method. */
  get fixedPaths(): readonly string[] {
    return [...(this.#probes?.keys() ?? []), ...this.#targets.endpoints.keys()]
  }

  /** Handles a request. Never throws and never rejects. */
  handle(request: HttpRequest): MaybePromise<ReplyOrResponse> {
    const probe = this.#probes?.get(request.path)
    if (probe) return probe(request)
    return this.#observe(request) ?? this.#respond(request)
  }

  /**
   * Applies the trusted proxies, and handles the request if requests are observed. Returns undefined if they are not.
   */
  #observe(request: HttpRequest): MaybePromise<ReplyOrResponse> | undefined {
    if (this.#proxies) request.trustProxies(this.#proxies)
    return this.#isObserved ? this.#observer.handle(request, this.#respondObserved) : undefined
  }

  get #isObserved(): boolean {
    return this.#isAlwaysObserved || httpRequests.hasSubscribers
  }

  /** Calls the handler of a request. `match` is set if the platform has matched the route. */
  #respond(
    request: HttpRequest,
    observation?: RequestObservation,
    match?: Match,
  ): MaybePromise<ReplyOrResponse> {
    try {
      const { dispatch, values } = match ?? this.#find(request, observation)
      const response = dispatch({ request, values, services: this.#container })
      const sent = request.method === 'HEAD' ? toHeadResponse(response) : response
      return isPromise(sent) ? this.#refuseAsync(sent, request) : sent
    } catch (error) {
      return this.#refuse(error, request)
    }
  }

  /**
   * Replies to the error if a response rejects. Not part of `#respond`, where the closure would also allocate memory
   * for synchronous responses.
   */
  #refuseAsync(response: Promise<ReplyOrResponse>, request: HttpRequest): Promise<ReplyOrResponse> {
    return response.catch((error: unknown) => this.#refuse(error, request))
  }

  #find(request: HttpRequest, observation?: RequestObservation): Match {
    const { method, path } = request
    const endpoint = this.#endpoints.find(path)
    if (endpoint) {
      if (observation) observation.route = endpoint.path
      return isPreflight(request) ? endpoint.preflight : endpoint
    }
    const match = this.#match(method, path)
    if (!match) return this.#findFallback(request, observation)
    const isPreflightRequest = method === 'OPTIONS' && isPreflight(request)
    const preflight = isPreflightRequest ? this.#findPreflight(request) : undefined
    return preflight?.hasPolicy ? preflight : this.#toMatch(match, observation)
  }

  /** Finds the handler of a request whose method and path, as sent, match no endpoint and no route. */
  #findFallback(request: HttpRequest, observation?: RequestObservation): Match {
    const { method, path } = request
    if (path.includes('%')) {
      const equivalent = normalizePath(path)
      if (equivalent !== path) {
        Object.assign(request, { path: equivalent })
        const probe = this.#probes?.get(equivalent)
        return probe ? toMatch(probe) : this.#find(request, observation)
      }
    }
    if (method === 'HEAD') {
      const getMatch = this.#match('GET', path)
      if (getMatch) return this.#toMatch(getMatch, observation)
    }
    if (method === 'GET' || method === 'HEAD') {
      return this.#files.find(request, observation) ?? this.#unmatched
    }
    return isPreflight(request) ? this.#findPreflight(request) : this.#unmatched
  }

  #findPreflight(request: HttpRequest): Preflight {
    const requestedMethod = request.header('access-control-request-method') as string
    const isGetOrHead = requestedMethod === 'GET' || requestedMethod === 'HEAD'
    const match = this.#match(isGetOrHead ? 'GET' : requestedMethod, request.path)
    if (!match) return (isGetOrHead && this.#files.preflight(request)) || this.#unmatched.preflight
    const { route } = match
    const planned = this.#preflights.get(route)
    if (planned) return planned
    const plan = this.#targets.routes.get(route) as ChainPlan
    const found = this.#pipeline.wrapPreflight(plan, this.#refuseUnmatched)
    this.#preflights.set(route, found)
    return found
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

  #toMatch({ route, values }: RouteMatch, observation: RequestObservation | undefined): Match {
    observation?.match(route.path)
    return { dispatch: this.#dispatches.get(route) as Dispatch, values }
  }

  readonly #refuseUnmatched = (request: HttpRequest): Reply => {
    const { method, path } = request
    // Throws again if the path is malformed.
    this.#router.find(method === 'HEAD' ? 'GET' : method, path)
    const allowed = this.#router.methodsOf(path)
    const { refuse } = this.#errors
    if (allowed.length > 0) return methodNotAllowed(request, allowed, refuse)
    const headers = this.#files.varies(request) ? { headers: { vary: 'Accept' } } : undefined
    return refuse(404, `No route matches ${method} ${shortened(path)}.`, headers)
  }

  /** Returns the response to an error that occurred before `handle`. Never throws and never rejects. */
  refuse(error: unknown, request: HttpRequest): MaybePromise<ReplyOrResponse> {
    return this.#isObserved
      ? this.#observer.handle(request, () => this.#refuse(error, request))
      : this.#refuse(error, request)
  }

  #refuse(error: unknown, request: HttpRequest): MaybePromise<ReplyOrResponse> {
    const reply = this.#errors.reply(error, request)
    return request.method === 'HEAD' ? toHeadResponse(reply) : reply
  }

  /**
   * Returns the reply to an error that occurred while a response was being sent. Calls no error
   * handler. Reports the error if the status is 500 or higher. Never throws.
   */
  recover(error: unknown, request: HttpRequest): Reply {
    return this.#errors.recover(error, request)
  }
}

function toHeadResponse(response: MaybePromise<ReplyOrResponse>): MaybePromise<ReplyOrResponse> {
  return andThen(response, withoutBody)
}
