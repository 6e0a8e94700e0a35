import type { BodyLimits } from './binding/body-limits.ts'
import { Config } from '../base/config/config.ts'
import type { Token } from '../base/container/binding.ts'
import type { Container } from '../base/container/container.ts'
import { CookieKeys } from './message/cookie-keys.ts'
import { suppliedByRequest, type HttpRequest, type TargetPlan } from './message/http-request.ts'
import { attemptEach } from '../base/reflection/attempt.ts'
import { placeOf } from '../base/reflection/place-of.ts'
import type { Class } from '../base/reflection/type-info.ts'
import { withAccess, type PlanAccess, type TargetAccess } from './chain/access.ts'
import { BodyLimitAttribute } from './chain/body-limit.ts'
import {
  ChainPlanner,
  levelsOf,
  levelsOfApplication,
  type Level,
  type MiddlewarePlan,
} from './chain/chain-plan.ts'
import { checkProvided, type Needs } from './chain/check-provided.ts'
import type { Report } from './error-handling/error-replies.ts'
import type { Target } from './chain/middleware.ts'
import { refuseMisplaced } from './chain/placement.ts'
import { thrownBy } from './chain/throws.ts'
import { placeOfRoute, type Route } from './routing/route.ts'
import type { Router } from './routing/router.ts'
import { planChecks } from '../data/validation/run-checks.ts'

/** The middleware plan of a target, with further data for the dispatcher. */
export interface ChainPlan extends TargetPlan, MiddlewarePlan {
  /** The limits for a body and its parts. */
  readonly limits: BodyLimits
  /** The required access; absent if the target needs no authentication. */
  readonly access?: TargetAccess | undefined
}

export interface TargetPlannerParts {
  readonly container: Container
  readonly router: Router
  readonly limits: BodyLimits
  /** Called for an error that does not appear in a response. */
  readonly report: Report
  /** If it is left out, every request is allowed. */
  readonly planAccess?: PlanAccess | undefined
}

/** Plans the middleware of all targets from the decorators of the application. Does not create middleware instances. */
export class TargetPlanner {
  readonly #parts: TargetPlannerParts
  readonly #planner: ChainPlanner
  readonly #application: readonly Level[]
  readonly #keys: CookieKeys
  readonly #report: Report

  /** Throws `InvalidMiddleware` if middleware is on a class or method that is never called by a request. */
  constructor(parts: TargetPlannerParts) {
    const { container, router, report } = parts
    this.#parts = parts
    this.#planner = new ChainPlanner(() => container.get(Config))
    this.#keys = container.get(CookieKeys)
    this.#report = onceEach(report)
    this.#application = levelsOfApplication(router.application)
    attemptEach(
      router.classes,
      (type) => placeOf(type),
      (type) => {
        if (type !== router.application?.class) refuseMisplaced(type)
      },
    )
  }

  /**
   * Plans the middleware of a route. Throws `InvalidMiddleware`, or `InvalidErrorHandler` if an error in `@Throws` has
   * no handler.
   */
  planRoute(route: Route): ChainPlan {
    const { container, router } = this.#parts
    const { class: owner, method } = route.declaration
    const levels = [...this.#application, ...levelsOf(owner, method)]
    const constructor = `The constructor of ${owner.name}`
    const constructed = container
      .supplied(route.controller)
      .map((type) => ({ name: constructor, type }))
    const checks = planChecks(route.arguments.checks, container)
    const parameters = [...constructed, ...route.arguments.supplied, ...(checks?.supplied ?? [])]
    const taken = parameters.map(({ type }) => type)
    const needs = { name: `${owner.name}.${method.name}`, at: method.at, parameters }
    const target = { kind: 'route', path: route.path, route } as const
    const plan = this.#plan(target, levels, { taken, placeholders: route.placeholders, needs })
    thrownBy(route, plan.declared, router.errorHandlers)
    return plan
  }

  /**
   * Plans the middleware of other targets, which only the application level can declare. Throws `InvalidMiddleware`.
   */
  planOther(target: Target): ChainPlan {
    return this.#plan(target, this.#application, { taken: [], placeholders: [] })
  }

  #plan(
    target: Target,
    levels: readonly Level[],
    {
      taken,
      placeholders,
      needs,
    }: {
      readonly taken: readonly Token[]
      readonly placeholders: readonly string[]
      readonly needs?: Needs
    },
  ): ChainPlan {
    const { container } = this.#parts
    const around = this.#protect(target, this.#planner.plan(target, levels, container, taken))
    const [bodyLimit] = (around.attributes.get(BodyLimitAttribute) ?? []) as BodyLimitAttribute[]
    const isOwn = bodyLimit !== undefined && !bodyLimit.isOff
    const limits = isOwn ? bodyLimit.over(this.#parts.limits) : this.#parts.limits
    const streamLimit = isOwn ? limits.body : Infinity
    const { links, attributes, provides, declared, access } = around
    checkProvided(links, container, needs, suppliedByRequest.keys(), needs && access?.provides)
    // A second spread in an object literal is slow, and this runs for each route.
    return {
      links,
      attributes,
      provides,
      declared,
      target,
      placeholders,
      limits,
      bodyLimit: limits.body,
      streamLimit,
      access,
      report: this.#report,
      keys: this.#keys,
    }
  }

  /** Adds the authentication middleware if the target has an access rule. */
  #protect(target: Target, around: MiddlewarePlan): MiddlewarePlan & Pick<ChainPlan, 'access'> {
    const types = around.links.map(({ type }) => type)
    const access = this.#parts.planAccess?.(target, types)
    if (!access) return around
    const links = withAccess(around.links, access)
    const provides = new Set([...around.provides, ...access.provides])
    const attributes = new Map(around.attributes).set(access.constructor as Class, [access])
    return { ...around, links, provides, attributes, access }
  }
}

/** The plans of all targets. */
export interface TargetPlans {
  /** The plans of endpoints, by path. */
  readonly endpoints: ReadonlyMap<string, ChainPlan>
  /** The plans of static files, by the path below which they are served. */
  readonly files: ReadonlyMap<string, ChainPlan>
  /** The plan for requests that match nothing. */
  readonly unmatched: ChainPlan
  readonly routes: ReadonlyMap<Route, ChainPlan>
}

/** Plans all targets of an application, the routes last. Throws if one of them is invalid. */
export function planTargets(
  planner: TargetPlanner,
  router: Router,
  paths: { readonly endpoints: Iterable<string>; readonly files: Iterable<string> },
): TargetPlans {
  const planAll = (kind: 'endpoint' | 'files', of: Iterable<string>) =>
    new Map(Array.from(of, (path) => [path, planner.planOther({ kind, path })]))
  return {
    endpoints: planAll('endpoint', paths.endpoints),
    files: planAll('files', paths.files),
    unmatched: planner.planOther({ kind: 'unmatched' }),
    routes: new Map(
      attemptEach(router.routes, placeOfRoute, (route) => [route, planner.planRoute(route)]),
    ),
  }
}

/** Returns the plans of the endpoints, the files, unmatched requests, and the routes in their order. */
export function chainsOf({ endpoints, files, unmatched, routes }: TargetPlans): ChainPlan[] {
  return [...endpoints.values(), ...files.values(), unmatched, ...routes.values()]
}

/** Reports each error once per request, even if several callers report it. */
function onceEach(report: Report): Report {
  const last = new WeakMap<HttpRequest, unknown>()
  return (error, request) => {
    if (last.has(request) && last.get(request) === error) return
    last.set(request, error)
    report(error, request)
  }
}
