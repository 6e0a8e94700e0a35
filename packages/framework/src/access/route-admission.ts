import { Clock } from '../config/clock.ts'
import type { Token } from '../container/binding.ts'
import type { Container } from '../container/container.ts'
import type { Admission } from '../http/chain/admission.ts'
import type { Target } from '../http/chain/middleware.ts'
import type { Route } from '../http/routing/route.ts'
import type { Router } from '../http/routing/router.ts'
import { AccessPlanner, type Operation } from './access-planner.ts'
import type { AccessRefused } from './access-refused.ts'
import type { Authentication } from './authentication.ts'
import { Gatekeeper } from './gatekeeper.ts'
import { AccessGate, GuardedTarget } from './guarded-target.ts'
import { refuseMisplacedAccess } from './misplaced.ts'
import { Principal } from './principal.ts'
import { Refusals } from './refusals.ts'

export interface RouteAdmissionParts {
  readonly container: Container
  readonly router: Router
  readonly authentication: Authentication | undefined
  /** The name of the application. */
  readonly realm: string
  /** Whether a path of the framework is open, whatever the default. */
  readonly isOpen: (path: string) => boolean
  /** Told about everybody who is not let in; never throws. */
  readonly report: (refused: AccessRefused) => void
}

/** Says who is let in to the routes and paths of a kernel. Throws `InvalidAccess` for what would not be enforced. */
export class RouteAdmission implements Admission {
  readonly middleware = AccessGate
  readonly #planner: AccessPlanner
  readonly #isOpen: (path: string) => boolean
  readonly #refusals: Refusals
  readonly #gatekeeper: Gatekeeper | undefined

  constructor(parts: RouteAdmissionParts) {
    const { container, router, authentication, realm, isOpen, report } = parts
    this.#planner = new AccessPlanner(container, authentication)
    this.#isOpen = isOpen
    this.#refusals = new Refusals(realm)
    const clock = container.get(Clock)
    const refusals = this.#refusals
    this.#gatekeeper =
      authentication && new Gatekeeper({ container, authentication, refusals, clock, report })
    for (const type of router.classes) refuseMisplacedAccess(type)
    this.#planner.refuseUndeclared(router.routes.map(operationOf))
  }

  plan({ kind, path = '', route }: Target, around: readonly Token[]): GuardedTarget | undefined {
    const found = this.#planFor(kind, path, route as Route | undefined, around)
    if (!found || !this.#gatekeeper) return undefined
    const provides = found.parts.preparing.flatMap((scheme) => scheme.provides)
    const all = found.parts.who === 'nobody' ? provides : [Principal, ...provides]
    return new GuardedTarget(
      found,
      route as Route | undefined,
      this.#gatekeeper,
      this.#refusals,
      all,
    )
  }

  #planFor(kind: Target['kind'], path: string, route: Route | undefined, around: readonly Token[]) {
    if (route) return this.#planner.plan({ ...operationOf(route), around })
    if (kind !== 'endpoint' && kind !== 'files') return undefined
    return this.#planner.planPath(kind, path, kind === 'files' || this.#isOpen(path), around)
  }
}

function operationOf(route: Route): Operation {
  const { httpMethod, path, declaration } = route
  return { kind: 'route', name: `${httpMethod} ${path}`, ...declaration }
}
