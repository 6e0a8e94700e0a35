import type { BodyLimits } from '../binding/body-limits.ts'
import { provideRequest } from '../binding/provide-request.ts'
import { Config } from '../config/config.ts'
import type { Token } from '../container/binding.ts'
import type { Container } from '../container/container.ts'
import { invokeInScope } from '../container/invoke.ts'
import { CookieKeys } from '../message/cookie-keys.ts'
import {
  enterExchange,
  Exchange,
  exchangeOf,
  suppliedByRequest,
  type HttpRequest,
  type TargetPlan,
} from '../message/http-request.ts'
import type { Class } from '../reflection/type-info.ts'
import { toError } from '../logging/thrown.ts'
import { createChain, isRequestScoped, type ChainErrors, type Handler } from './chain/chain.ts'
import {
  ChainPlanner,
  checkProvided,
  levelsOf,
  levelsOfApplication,
  type Level,
  type Link,
  type Surroundings,
} from './chain/chain-plan.ts'
import { withAdmission, type Admission, type AdmissionRules } from './chain/admission.ts'
import { BodyLimitAttribute } from './chain/body-limit.ts'
import { InvalidMiddleware } from './error-handling/errors.ts'
import { UseAttribute, type MiddlewareClass, type Target } from './chain/middleware.ts'
import type { Dispatch } from './dispatcher.ts'
import { refuseMisplaced } from './chain/placement.ts'
import type { Route } from './routing/route.ts'
import type { Router } from './routing/router.ts'
import { untilComplete } from '../responses/until-complete.ts'

/** Told about an error that no reply reveals; never throws. */
export type Report = (error: unknown, request: HttpRequest) => void

/** The handler of preflights, and that of all other requests. */
export interface Surrounded {
  readonly answer: Handler
  readonly preflight: Handler
}

/** What stands around a target, with what the dispatcher needs. */
export interface ChainPlan extends TargetPlan, Surroundings {
  /** The limits of a body and its parts. */
  readonly limits: BodyLimits
  /** What is asked of callers; absent where nothing is. */
  readonly admission?: AdmissionRules
}

/** Puts middleware around everything that answers, as the attributes of the application say. */
export class Pipeline {
  /** All chains planned so far. */
  readonly plans: ChainPlan[] = []
  readonly #container: Container
  readonly #planner: ChainPlanner
  readonly #limits: BodyLimits
  readonly #application: readonly Level[]
  readonly #errors: ChainErrors
  readonly #report: Report
  readonly #keys: CookieKeys
  readonly #admission: Admission | undefined
  readonly #preparations = new Map<Class, Promise<void> | undefined>()

  constructor(
    container: Container,
    router: Router,
    limits: BodyLimits,
    errors: ChainErrors,
    report: Report,
    observers: readonly MiddlewareClass[] = [],
    admission?: Admission,
  ) {
    this.#admission = admission
    this.#container = container
    this.#planner = new ChainPlanner(() => container.get(Config))
    this.#limits = limits
    this.#report = onceEach(report)
    this.#keys = container.get(CookieKeys)
    this.#application = [...configured(observers), ...levelsOfApplication(router.application)]
    this.#errors = errors
    for (const type of router.classes) {
      if (type !== router.application?.class) refuseMisplaced(type)
    }
  }

  /** What stands around a route. Throws `InvalidMiddleware`. */
  planRoute(route: Route): ChainPlan {
    const { class: owner, method } = route.declaration
    const levels = [...this.#application, ...levelsOf(owner, method)]
    const constructor = `The constructor of ${owner.name}`
    const constructed = this.#container
      .supplied(route.controller)
      .map((type) => ({ name: constructor, type }))
    const parameters = [...constructed, ...route.arguments.supplied]
    const taken = parameters.map(({ type }) => type)
    const target = { kind: 'route', path: route.path, route } as const
    const plan = this.#plan(target, levels, taken, route.placeholders)
    const needs = { name: `${owner.name}.${method.name}`, at: method.at, parameters }
    const admitted = plan.admission?.provides
    checkProvided(plan.links, this.#container, needs, suppliedByRequest.keys(), admitted)
    return plan
  }

  /** Whether a middleware and the controller take their services from one scope. */
  sharesScope({ links }: ChainPlan): boolean {
    return links.some((link) => isRequestScoped(link, this.#container))
  }

  aroundRoute(plan: ChainPlan, route: Route, dispatch: Dispatch): Dispatch {
    const isGathering =
      plan.links.length > 0 ||
      plan.streamLimit < Infinity ||
      route.arguments.supplied.length > 0 ||
      this.#container.lifetime(route.controller) === 'request'
    return isGathering ? this.#aroundDispatch(plan, dispatch) : dispatch
  }

  /** What stands around the files below a path. Throws `InvalidMiddleware`. */
  planFiles(path: string): ChainPlan {
    const plan = this.#plan({ kind: 'files', path }, this.#application)
    checkProvided(plan.links, this.#container, undefined, suppliedByRequest.keys())
    return plan
  }

  /** The parts that name the file take the place of a route's placeholder values. */
  aroundFiles(plan: ChainPlan, dispatch: Dispatch): Dispatch {
    return plan.links.length > 0 ? this.#aroundDispatch(plan, dispatch) : dispatch
  }

  aroundEndpoint(path: string, endpoint: Handler): Surrounded {
    return this.#surround({ kind: 'endpoint', path }, endpoint)
  }

  aroundUnmatched(handler: Handler): Surrounded {
    return this.#surround({ kind: 'unmatched' }, handler)
  }

  #surround(target: Target, handler: Handler): Surrounded {
    const plan = this.#plan(target, this.#application)
    checkProvided(plan.links, this.#container, undefined, suppliedByRequest.keys())
    return { answer: this.#around(plan, handler), preflight: this.aroundPreflight(plan, handler) }
  }

  /** Answers a preflight for a route: with the outer stages around it, but not the route. */
  aroundPreflight(plan: ChainPlan, handler: Handler): Handler {
    const links = plan.links.filter(({ stage }) => stage === 'observe' || stage === 'respond')
    return this.#around({ ...plan, links }, handler)
  }

  #aroundDispatch(plan: ChainPlan, dispatch: Dispatch): Dispatch {
    const chain = this.#chain(plan, (request) => dispatch(request, valuesOf(request)))
    return (request, values) => {
      enterExchange(request, new Exchange(plan, values))
      return chain(request)
    }
  }

  #prepare(link: Link): void {
    if (this.#preparations.has(link.type)) return
    try {
      const ready = link.type.prepare?.(this.#container)?.catch((error: unknown) => {
        throw refusing(link, error)
      })
      // Whoever does not await `prepared` gets the error when a request needs it.
      ready?.catch(() => {})
      this.#preparations.set(link.type, ready)
    } catch (error) {
      throw refusing(link, error)
    }
  }

  #around(plan: ChainPlan, handler: Handler): Handler {
    if (plan.links.length === 0) return handler
    const chain = this.#chain(plan, handler)
    return (request) => {
      enterExchange(request, new Exchange(plan, []))
      return chain(request)
    }
  }

  #chain(plan: ChainPlan, innermost: Handler): Handler {
    const chain = createChain(plan.links, innermost, this.#container, this.#errors)
    if (!this.sharesScope(plan)) return chain
    return (request) =>
      invokeInScope(
        this.#container,
        (scope) => {
          ;(exchangeOf(request) as Exchange).scope = scope
          return chain(request)
        },
        provideRequest(request),
        (run, end) => untilComplete(run, () => afterLateWork(request, end)),
      )
  }

  /** The same with the middleware that lets callers in, if anything is asked of them. */
  #admit(target: Target, around: Surroundings): Surroundings & Pick<ChainPlan, 'admission'> {
    const types = around.links.map(({ type }) => type)
    const rules = this.#admission?.plan(target, types)
    if (!this.#admission || !rules) return around
    const links = withAdmission(around.links, this.#admission.middleware, rules)
    const provides = new Set([...around.provides, ...rules.provides])
    const attributes = new Map(around.attributes).set(rules.constructor as Class, [rules])
    return { ...around, links, provides, attributes, admission: rules }
  }

  /** Waits for what middleware prepares at boot. Throws `InvalidMiddleware`. */
  async prepared(): Promise<void> {
    for (const ready of this.#preparations.values()) await ready
  }

  #plan(
    target: Target,
    levels: readonly Level[],
    taken: readonly Token[] = [],
    placeholders: readonly string[] = [],
  ): ChainPlan {
    const around = this.#admit(target, this.#planner.plan(target, levels, this.#container, taken))
    for (const link of around.links) this.#prepare(link)
    const [bodyLimit] = (around.attributes.get(BodyLimitAttribute) ?? []) as BodyLimitAttribute[]
    const isOwn = bodyLimit !== undefined && !bodyLimit.isOff
    const limits = isOwn ? bodyLimit.over(this.#limits) : this.#limits
    const streamLimit = isOwn ? limits.body : Infinity
    const own = { target, placeholders, limits, bodyLimit: limits.body, streamLimit }
    const plan = { ...around, ...own, report: this.#report, keys: this.#keys }
    this.plans.push(plan)
    return plan
  }
}

/** The middleware that the configuration puts around everything. */
function configured(classes: readonly MiddlewareClass[]): Level[] {
  if (classes.length === 0) return []
  const attributes = [new UseAttribute(...classes)]
  return [{ kind: 'application', name: 'fw', at: 'the configuration', attributes }]
}

function refusing({ level }: Link, error: unknown): InvalidMiddleware {
  return new InvalidMiddleware(level.name, level.at, toError(error).message)
}

/** An error that passes several places is reported once per request. */
function onceEach(report: Report): Report {
  const last = new WeakMap<HttpRequest, unknown>()
  return (error, request) => {
    if (last.has(request) && last.get(request) === error) return
    last.set(request, error)
    report(error, request)
  }
}

function valuesOf(request: HttpRequest): readonly string[] {
  return (exchangeOf(request) as Exchange).values
}

/** Ends the services of a request: at once, or when work that goes on after the answer has ended. Nobody waits for that. */
function afterLateWork(
  request: HttpRequest,
  end: () => PromiseLike<unknown>,
): PromiseLike<unknown> {
  const exchange = exchangeOf(request)
  if (!exchange?.late) return end()
  exchange.late.then(end).catch((error: unknown) => exchange.plan.report(error, request))
  return Promise.resolve()
}
