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
  /** The access control; absent if every request is allowed without authentication. */
  readonly access?: TargetAccess | undefined
}

export interface TargetPlannerParts {
  readonly container: Container
  readonly router: Router
  readonly limits: BodyLimits
  /** Called for an error that occurs too late to change the response. */
  readonly report: Report
  /** Plans the access control of a target. If it is left out, every request is allowed. */
  readonly planAccess?: PlanAccess | undefined
}

/** Plans the middleware of all targets from the decorators of the application. Does not create middleware instances. */
export class TargetPlanner {
  readonly #parts: TargetPlannerParts
  readonly #planner: ChainPlanner
  readonly #application: readonly Level[]
  readonly #keys: CookieKeys
  readonly #report: Report

  /**
   * Throws `InvalidMiddleware` if middleware, a `Setting` or `@Throws` is on a class or method on
   * which it has no effect.
   */
  constructor(parts: TargetPlannerParts) {
    const { container, router, report } = parts
    this.#parts = parts
    this.#planner = new ChainPlanner(() => container.get(Config))
    this.#keys = container.get(CookieKeys)
    this.#report = reportOnce(report)
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
   * Plans the middleware of a route. Throws `InvalidMiddleware`, or `InvalidErrorHandler` if the response to an error
   * in `@Throws` is unknown.
   */
  planRoute(route: Route): ChainPlan {
    const { container, router } = this.#parts
    const { class: owner, method } = route.declaration
    const levels = [...this.#application, ...levelsOf(owner, method)]
    const constructor = `The constructor of ${owner.name}`
    const constructorNeeds = container
      .supplied(route.controller)
      .map((type) => ({ name: constructor, type }))
    const checks = planChecks(route.arguments.checks, container)
    const parameters = [
      ...constructorNeeds,
      ...route.arguments.supplied,
      ...(checks?.supplied ?? []),
    ]
    const injected = parameters.map(({ type }) => type)
    const needs = { name: `${owner.name}.${method.name}`, at: method.at, parameters }
    const target = { kind: 'route', path: route.path, route } as const
    const plan = this.#plan(target, levels, { injected, placeholders: route.placeholders, needs })
    thrownBy(route, plan.declared, router.errorHandlers)
    return plan
  }

  /**
   * Plans the middleware of a target that is not a route. Only the decorators of the application apply to it. Throws
   * `InvalidMiddleware`.
   */
  planOther(target: Target): ChainPlan {
    return this.#plan(target, this.#application, { injected: [], placeholders: [] })
  }

  #plan(
    target: Target,
    levels: readonly Level[],
    {
      injected,
      placeholders,
      needs,
    }: {
      readonly injected: readonly Token[]
      readonly placeholders: readonly string[]
      readonly needs?: Needs
    },
  ): ChainPlan {
    const { container } = this.#parts
    const middlewarePlan = this.#protect(
      target,
      this.#planner.plan(target, levels, container, injected),
    )
    const [bodyLimit] = (middlewarePlan.attributes.get(BodyLimitAttribute) ??
      []) as BodyLimitAttribute[]
    const hasLimit = bodyLimit !== undefined && !bodyLimit.isOff
    const limits = hasLimit ? bodyLimit.applyTo(this.#parts.limits) : this.#parts.limits
    const streamLimit = hasLimit ? limits.body : Infinity
    const { middleware, attributes, provides, declared, access } = middlewarePlan
    checkProvided(middleware, container, needs, suppliedByRequest.keys(), needs && access?.provides)
    // A second spread in an object literal is slow, and this runs for each route.
    return {
      middleware,
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
  #protect(
    target: Target,
    middlewarePlan: MiddlewarePlan,
  ): MiddlewarePlan & Pick<ChainPlan, 'access'> {
    const types = middlewarePlan.middleware.map(({ type }) => type)
    const access = this.#parts.planAccess?.(target, types)
    if (!access) return middlewarePlan
    const middleware = withAccess(middlewarePlan.middleware, access)
    const provides = new Set([...middlewarePlan.provides, ...access.provides])
    const attributes = new Map(middlewarePlan.attributes).set(access.constructor as Class, [access])
    return { ...middlewarePlan, middleware, provides, attributes, access }
  }
}

/** The plans of all targets. */
export interface TargetPlans {
  /** The plans of endpoints, by path. */
  readonly endpoints: ReadonlyMap<string, ChainPlan>
  /** The plans of static files, by the path below which they are served. */
  readonly files: ReadonlyMap<string, ChainPlan>
  /** The plan for requests that match no route, endpoint or file. */
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

/** Returns the plans, in this order: endpoints, files, unmatched requests, routes. */
export function chainsOf({ endpoints, files, unmatched, routes }: TargetPlans): ChainPlan[] {
  return [...endpoints.values(), ...files.values(), unmatched, ...routes.values()]
}

/** Returns a function that reports an error once per request if several callers report it one after another. */
function reportOnce(report: Report): Report {
  const lastErrors = new WeakMap<HttpRequest, unknown>()
  return (error, request) => {
    if (lastErrors.has(request) && lastErrors.get(request) === error) return
    lastErrors.set(request, error)
    report(error, request)
  }
}
