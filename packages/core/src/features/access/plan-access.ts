import type { Token } from '../../base/container/binding.ts'
import type { Container } from '../../base/container/container.ts'
import { attempt, attemptEach } from '../../base/reflection/attempt.ts'
import { placeOf } from '../../base/reflection/place-of.ts'
import type { PlanAccess } from '../../http/chain/access.ts'
import type { HttpRequest } from '../../http/message/http-request.ts'
import type { Route } from '../../http/routing/route.ts'
import type { Router } from '../../http/routing/router.ts'
import type { AccessGuard } from './access-guard.ts'
import { isOpen, type AccessRule } from './access-rule.ts'
import { refuseMisplacedAccess, refuseUndeclared } from './declared-access.ts'
import { planPathRule, planRule, refuseInert, type Operation } from './plan-rule.ts'
import { RouteAccess, type FinishReply, type RouteAccessOptions } from './route-access.ts'

export interface PlanAccessParts {
  readonly container: Container
  readonly router: Router
  /** The guard; undefined if the application has no `Authentication`. */
  readonly guard: AccessGuard | undefined
  /** Plans the access to `/mcp`. */
  readonly planMcp: ((middleware: readonly Token[]) => RouteAccess) | undefined
  /** True if a built-in path is public, regardless of the default. */
  readonly isPublic: (path: string) => boolean
  /** Returns the function that changes the replies of a built-in path, if there is one. */
  readonly finishOf: (path: string) => FinishReply | undefined
}

/**
 * Returns the function that plans the access to the routes and paths of a kernel. Throws `InvalidAccess` for
 * declarations that would not be enforced.
 */
export function planAccess({
  container,
  router,
  guard,
  planMcp,
  isPublic,
  finishOf,
}: PlanAccessParts): PlanAccess {
  attemptEach(router.classes, (type) => placeOf(type), refuseMisplacedAccess)
  if (guard) {
    attempt({ name: '', at: '' }, () =>
      refuseUndeclared(router.routes.map(operationOf), guard.authentication),
    )
  }
  const planRoute = (route: Route, middleware: readonly Token[]) => {
    const operation = { ...operationOf(route), middleware }
    if (guard) return createAccess(planRule(operation, guard), guard, { route })
    return refuseInert(operation, container)
  }
  const planPath = (kind: 'endpoint' | 'files', name: string, middleware: readonly Token[]) => {
    if (!guard) return undefined
    const isOpened = kind === 'files' || isPublic(name) || guard.authentication.default === 'public'
    const rule = planPathRule({ kind, name }, isOpened ? 'none' : 'required', middleware, guard)
    return createAccess(
      rule,
      guard,
      kind === 'endpoint' ? { appliesTo: isRead, finish: finishOf(name) } : {},
    )
  }
  return ({ kind, path = '', route }, middleware) => {
    if (path === '/mcp' && planMcp) return planMcp(middleware)
    if (route) return planRoute(route as Route, middleware)
    return kind === 'endpoint' || kind === 'files' ? planPath(kind, path, middleware) : undefined
  }
}

function createAccess(
  rule: AccessRule,
  guard: AccessGuard,
  options: RouteAccessOptions,
): RouteAccess | undefined {
  return isOpen(rule) ? undefined : new RouteAccess(rule, guard, options)
}

/**
 * True if the method is GET or HEAD. The response of built-in paths to other methods needs no authentication: 405, or
 * the list of methods for OPTIONS.
 */
function isRead({ method }: HttpRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function operationOf(route: Route): Operation {
  const { httpMethod, path, declaration } = route
  return { kind: 'route', name: `${httpMethod} ${path}`, ...declaration }
}
