import { Clock } from '../config/clock.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { Token } from '../container/binding.ts'
import type { Container } from '../container/container.ts'
import type { Admission } from '../http/chain/admission.ts'
import type { Target } from '../http/chain/middleware.ts'
import type { Route } from '../http/routing/route.ts'
import type { Router } from '../http/routing/router.ts'
import type { AccessPlanParts } from './access-plan.ts'
import { AccessPlanner, type Operation } from './access-planner.ts'
import type { AccessRefused } from './access-refused.ts'
import type { Authentication } from './authentication.ts'
import { Gatekeeper } from './gatekeeper.ts'
import { AccessGate, GuardedTarget } from './guarded-target.ts'
import { attempt, attemptEach } from '../reflection/attempt.ts'
import { placeOf } from '../reflection/place-of.ts'
import { refuseMisplacedAccess } from './misplaced.ts'
import { Principal } from './principal.ts'
import { Refusals } from './refusals.ts'

export interface RouteAdmissionParts {
  readonly container: Container
  readonly router: Router
  readonly authentication: Authentication | undefined
  /** The name of the application. */
  readonly realm: string
  /** The rules for agents at `/mcp`. */
  readonly mcp?: AgentEntrance | undefined
  /** Returns true if a path of the framework is public, regardless of the default. */
  readonly isOpen: (path: string) => boolean
  /** Called for every refused call. It never throws. */
  readonly report: (refused: AccessRefused) => void
}

/** The rules for agents that connect over HTTP. */
export interface AgentEntrance {
  readonly schemes: AccessPlanParts['schemes']
  /** The required audiences of tokens. */
  readonly audiences: readonly string[] | undefined
  readonly takesNobody: boolean
  readonly refusals: Refusals
  /** Returns true if the request needs a credential. Throws an `HttpError` for requests that are refused earlier. */
  isAsking(request: HttpRequest): boolean
}

/**
 * Plans the access of the routes and paths of a kernel. Throws `InvalidAccess` for declarations that would not be
 * enforced.
 */
export class RouteAdmission implements Admission {
  readonly middleware = AccessGate
  readonly #planner: AccessPlanner
  readonly #isOpen: (path: string) => boolean
  readonly #refusals: Refusals
  readonly #gatekeeper: Gatekeeper | undefined
  readonly #planMcp: ((around: readonly Token[]) => GuardedTarget) | undefined

  constructor(parts: RouteAdmissionParts) {
    const { container, router, authentication, realm, isOpen, report, mcp } = parts
    this.#planner = new AccessPlanner(container, authentication)
    this.#isOpen = isOpen
    this.#refusals = new Refusals(realm)
    const clock = container.get(Clock)
    const refusals = this.#refusals
    this.#gatekeeper =
      authentication && new Gatekeeper({ container, authentication, refusals, clock, report })
    if (authentication && mcp) {
      const { schemes, audiences, takesNobody } = mcp
      const common = { container, authentication, clock, report }
      const own = new Gatekeeper({ ...common, refusals: mcp.refusals, audiences })
      const planner = new AccessPlanner(container, authentication, schemes)
      this.#planMcp = (around) => {
        const plan = planner.planMcp(takesNobody, around)
        const rules = { refusals: mcp.refusals, isAsking: mcp.isAsking }
        return new GuardedTarget(plan, undefined, own, rules, [Principal])
      }
    }
    attemptEach(router.classes, (type) => placeOf(type), refuseMisplacedAccess)
    attempt({ name: '', at: '' }, () =>
      this.#planner.refuseUndeclared(router.routes.map(operationOf)),
    )
  }

  plan({ kind, path = '', route }: Target, around: readonly Token[]): GuardedTarget | undefined {
    if (path === '/mcp' && this.#planMcp) return this.#planMcp(around)
    const found = this.#planFor(kind, path, route as Route | undefined, around)
    if (!found || !this.#gatekeeper) return undefined
    const provides = found.parts.preparing.flatMap((scheme) => scheme.provides)
    const all = found.parts.who === 'nobody' ? provides : [Principal, ...provides]
    return new GuardedTarget(
      found,
      route as Route | undefined,
      this.#gatekeeper,
      { refusals: this.#refusals, isAsking: kind === 'endpoint' ? isRead : undefined },
      all,
    )
  }

  #planFor(kind: Target['kind'], path: string, route: Route | undefined, around: readonly Token[]) {
    if (route) return this.#planner.plan({ ...operationOf(route), around })
    if (kind !== 'endpoint' && kind !== 'files') return undefined
    return this.#planner.planPath(kind, path, kind === 'files' || this.#isOpen(path), around)
  }
}

/** Paths of the framework accept no other method, and their 405 needs no authentication. */
function isRead({ method }: HttpRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function operationOf(route: Route): Operation {
  const { httpMethod, path, declaration } = route
  return { kind: 'route', name: `${httpMethod} ${path}`, ...declaration }
}
