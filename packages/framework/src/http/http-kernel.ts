import { httpRequests } from '../channels/channels.ts'
import type { Container } from '../container/container.ts'
import { HttpError } from '../message/http-error.ts'
import { enterProxies, type HttpRequest } from '../message/http-request.ts'
import type { Proxies } from '../message/proxies.ts'
import type { Answer, Reply } from '../message/reply.ts'
import { limitsTime, throwIfOver, type Handler } from './chain/chain.ts'
import { createDispatch, type Dispatch, type Inspect } from './dispatcher.ts'
import { plainForm, type ErrorForm } from './error-handling/error-form.ts'
import { ErrorReplies } from './error-handling/error-replies.ts'
import { FileFolders, type FileFolder } from './file-folders.ts'
import type { AccessLog } from './observing/access-log.ts'
import { Observer, type Answering, type Observed } from './observing/observer.ts'
import type { RequestIds } from './observing/request-ids.ts'
import { methodNotAllowed, shortened } from './routing/method-not-allowed.ts'
import { normalizePath, parsePath } from './routing/path-template.ts'
import { Pipeline, type Preflight, type Surrounded } from './pipeline.ts'
import { isPreflight } from './chain/preflight.ts'
import { RouteTree } from './routing/route-tree.ts'
import type { Route } from './routing/route.ts'
import type { RouteMatch, Router } from './routing/router.ts'
import { chainsOf, type ChainPlan, type TargetPlans } from './target-planner.ts'
import { withoutBody } from '../responses/without-body.ts'

/** Answers every method of one fixed path, before the routes; HEAD as GET. */
export type Endpoint = (request: HttpRequest) => Answer | Promise<Answer>

export interface HttpKernelOptions {
  /** Fixed paths that are answered before everything else, and around which nothing stands. */
  readonly probes?: ReadonlyMap<string, Endpoint> | undefined
  readonly endpoints: ReadonlyMap<string, Endpoint>
  /** Asked in order where no route answers. */
  readonly files?: readonly FileFolder[]
  /** What stands around each of these and around the routes. */
  readonly targets: TargetPlans
  /** The trusted proxies in front of the application, if any. */
  readonly proxies?: Proxies | undefined
  readonly inspect?: Inspect | undefined
  /** Told of each answer once it was sent. */
  readonly log?: AccessLog | undefined
  /** Puts its id on the answer to each request. */
  readonly ids?: RequestIds | undefined
  /** Sends what is held back before a platform freezes the process. */
  readonly flush?: () => Promise<void>
  /** The form of errors that no handler words; plain when left out. */
  readonly form?: ErrorForm
  /** Told about every error that is answered with 500 and more; never throws. */
  readonly onError: (error: unknown, request: HttpRequest) => void
}

/** A route that a platform may find by itself, where it leads no request to it that has another. */
export interface FoundRoute {
  readonly httpMethod: string
  /** The template, such as `/users/{id}`. */
  readonly path: string
  readonly placeholders: readonly string[]
  /** Answers a request of it, except one of HEAD; never throws and never rejects. */
  readonly answer: Dispatch
}

/** Leads a request to a fixed endpoint, or to a route and its method; the one catch is around them. */
export class HttpKernel {
  readonly #probes: ReadonlyMap<string, Endpoint> | undefined
  readonly #endpoints = new RouteTree<Surrounded & { readonly path: string }>()
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
  readonly #answerObserved: Answering = (request, observed) => this.#answer(request, observed)
  readonly #prepared: () => Promise<void>
  readonly #flush: (() => Promise<void>) | undefined

  constructor(container: Container, router: Router, options: HttpKernelOptions) {
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
      const endpoint = options.endpoints.get(path) as Endpoint
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
        check: plan.admission?.check,
        sharesScope: pipeline.sharesScope(plan),
        throwsFailures: plan.links.length > 0 || this.#errors.throwsFailures,
        isAlone: plan.links.length === 0,
        begin: limitsTime(plan.links) ? throwIfOver : undefined,
      })
      const dressed = this.#errors.dress(dispatch)
      this.#dispatches.set(route, pipeline.aroundRoute(plan, route, dressed))
      this.#preflights.set(route, pipeline.aroundPreflight(plan, refuse))
    }
  }

  /** The chain of everything that answers: endpoints, requests that match nothing, and routes in order. */
  get chains(): readonly ChainPlan[] {
    return chainsOf(this.#targets)
  }

  /** Waits for what middleware prepares at boot; `createApp` does. Rejects if something is missing. */
  prepared(): Promise<void> {
    return this.#prepared()
  }

  /** Has what is held back of spans and metrics sent, before the process is frozen. Never rejects. */
  async flush(): Promise<void> {
    await this.#flush?.()
  }

  /** What stands around each route. */
  get plans(): ReadonlyMap<Route, ChainPlan> {
    return this.#targets.routes
  }

  /** What answers once no path of `fixedPaths` does. */
  get foundRoutes(): readonly FoundRoute[] {
    return [...this.#dispatches].map(([{ httpMethod, path, placeholders }, dispatch]) => {
      const answer: Dispatch = (request, values) => this.#answerFound(request, dispatch, values)
      return { httpMethod, path, placeholders, answer }
    })
  }

  /** The paths that answer every method, ahead of the routes. */
  get fixedPaths(): readonly string[] {
    return [...(this.#probes?.keys() ?? []), ...this.#targets.endpoints.keys()]
  }

  /** Answers a request; never throws and never rejects. */
  handle(request: HttpRequest): Answer | Promise<Answer> {
    const probe = this.#probes?.get(request.path)
    if (probe) return probe(request)
    return this.#observe(request) ?? this.#answer(request)
  }

  /** Reads who sent the request, and answers it where requests are observed. */
  #observe(request: HttpRequest): Answer | Promise<Answer> | undefined {
    if (this.#proxies) enterProxies(request, this.#proxies)
    return this.#isObserved ? this.#observer.handle(request, this.#answerObserved) : undefined
  }

  #answerFound(
    request: HttpRequest,
    dispatch: Dispatch,
    values: readonly string[],
  ): Answer | Promise<Answer> {
    const observed = this.#observe(request)
    if (observed) return observed
    try {
      return this.#caught(dispatch(request, values), request)
    } catch (error) {
      return this.#refuse(error, request)
    }
  }

  get #isObserved(): boolean {
    return this.#isSeen || httpRequests.hasSubscribers
  }

  #answer(request: HttpRequest, observed?: Observed): Answer | Promise<Answer> {
    try {
      return this.#caught(this.#find(request, observed), request)
    } catch (error) {
      return this.#refuse(error, request)
    }
  }

  #caught(answer: Answer | Promise<Answer>, request: HttpRequest): Answer | Promise<Answer> {
    return answer instanceof Promise
      ? answer.catch((error: unknown) => this.#refuse(error, request))
      : answer
  }

  #find(request: HttpRequest, observed?: Observed): Answer | Promise<Answer> {
    const { method, path } = request
    const endpoint = this.#endpoints.find(path)
    if (endpoint) {
      if (observed) observed.route = endpoint.path
      const answer = (isPreflight(request) ? endpoint.preflight : endpoint).answer(request)
      return method === 'HEAD' ? dropped(answer) : answer
    }
    const match = this.#match(method, path)
    if (!match) return this.#findOther(request, observed)
    const isAsked = method === 'OPTIONS' && isPreflight(request)
    const preflight = isAsked ? this.#findPreflight(request) : undefined
    return preflight?.hasPolicy
      ? preflight.answer(request)
      : this.#dispatch(request, match, observed)
  }

  /** Answers a method that has no route at this path as it was sent. */
  #findOther(request: HttpRequest, observed?: Observed): Answer | Promise<Answer> {
    const { method, path } = request
    if (path.includes('%')) {
      const equivalent = normalizePath(path)
      if (equivalent !== path) {
        Object.assign(request, { path: equivalent })
        return this.#probes?.get(equivalent)?.(request) ?? this.#find(request, observed)
      }
    }
    if (method === 'GET') return this.#findFile(request, observed)
    if (method === 'HEAD') {
      const asGet = this.#match('GET', path)
      return dropped(
        asGet ? this.#dispatch(request, asGet, observed) : this.#findFile(request, observed),
      )
    }
    return isPreflight(request)
      ? this.#findPreflight(request).answer(request)
      : this.#unmatched.answer(request)
  }

  #findFile(request: HttpRequest, observed?: Observed): Answer | Promise<Answer> {
    return this.#files.answer(request, observed) ?? this.#unmatched.answer(request)
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

  /** A malformed path is refused where requests that match nothing are. */
  #match(method: string, path: string): RouteMatch | undefined {
    try {
      return this.#router.find(method, path)
    } catch (error) {
      if (error instanceof HttpError) return undefined
      throw error
    }
  }

  #dispatch(
    request: HttpRequest,
    { route, values }: RouteMatch,
    observed: Observed | undefined,
  ): Answer | Promise<Answer> {
    observed?.match(route.path)
    return (this.#dispatches.get(route) as Dispatch)(request, values)
  }

  #refuseUnmatched(request: HttpRequest): Reply {
    const { method, path } = request
    // Throws the error of the path again.
    this.#router.find(method === 'HEAD' ? 'GET' : method, path)
    const allowed = this.#router.methodsOf(path)
    const { refuse } = this.#errors
    if (allowed.length > 0) return methodNotAllowed(request, allowed, refuse)
    const headers = this.#files.varies(request) ? { headers: { vary: 'Accept' } } : undefined
    return refuse(404, `No route matches ${method} ${shortened(path)}.`, headers)
  }

  /** The answer to an error that comes before `handle`, as the application words it. Never throws and never rejects. */
  refuse(error: unknown, request: HttpRequest): Answer | Promise<Answer> {
    return this.#isObserved
      ? this.#observer.handle(request, () => this.#refuse(error, request))
      : this.#refuse(error, request)
  }

  #refuse(error: unknown, request: HttpRequest): Answer | Promise<Answer> {
    const reply = this.#errors.reply(error, request)
    return request.method === 'HEAD' ? dropped(reply) : reply
  }

  /** The reply to an error, which adapters send when an answer cannot be sent. From status 500 on, the error is reported. */
  recover(error: unknown, request: HttpRequest): Reply {
    return this.#errors.recover(error, request)
  }
}

function dropped(answer: Answer | Promise<Answer>): Answer | Promise<Answer> {
  return answer instanceof Promise ? answer.then(withoutBody) : withoutBody(answer)
}
