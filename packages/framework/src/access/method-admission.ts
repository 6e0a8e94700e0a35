import { Clock } from '../config/clock.ts'
import type { Container } from '../container/container.ts'
import { findLocal } from '../container/supplied.ts'
import type { AccessPlan } from './access-plan.ts'
import { AccessPlanner, type Operation } from './access-planner.ts'
import type { AccessRefused } from './access-refused.ts'
import { Authentication } from './authentication.ts'
import { InvalidAccess } from './errors.ts'
import { Gatekeeper } from './gatekeeper.ts'
import type { Principal } from './principal.ts'
import { Refusals } from './refusals.ts'

/** Asks what a method that is no route asks of its caller, once its arguments are there. */
export class MethodAdmission {
  /** Undefined where nothing is asked. */
  readonly plan: AccessPlan | undefined
  readonly #operation: Operation
  readonly #refusals = new Refusals('fw')
  readonly #gatekeeper: Gatekeeper | undefined

  /** `report` never throws. Throws `InvalidAccess` for what could not be asked. */
  constructor(
    operation: Operation,
    container: Container,
    report: (refused: AccessRefused) => void,
  ) {
    const authentication = container.has(Authentication) ? container.get(Authentication) : undefined
    const planner = new AccessPlanner(container, authentication)
    if (operation.kind !== 'command') planner.refuseUndeclared([operation])
    this.plan = planner.plan(operation)
    this.#operation = operation
    const clock = container.get(Clock)
    const refusals = this.#refusals
    this.#gatekeeper =
      authentication && new Gatekeeper({ container, authentication, refusals, clock, report })
  }

  /** Throws `InvalidAccess` where the method asks for another caller than the program itself. */
  refuseForeign(): void {
    const foreign = this.plan?.parts.callers.find((type) => !findLocal(type))
    if (!foreign) return
    const { class: owner, method } = this.#operation
    throw new InvalidAccess(
      `${owner.name}.${method.name}`,
      method.at,
      `it takes a ${foreign.name}, and a command is called by a LocalPrincipal. Take a Principal, or what is needed as an argument.`,
    )
  }

  /** `args` are those of the method; no principal is nobody. Rejects with an `HttpError`. */
  async admit(args: readonly unknown[], principal: Principal | undefined): Promise<void> {
    const { plan } = this
    const gatekeeper = this.#gatekeeper
    if (!plan || !gatekeeper) return
    if (!principal) {
      if (plan.isPublic) return
      throw gatekeeper.refuse(plan, this.#refusals.missing(plan))
    }
    const judged = await gatekeeper.judge(plan, principal, undefined)
    if (judged) throw gatekeeper.refuse(plan, judged, { principal })
    for (const policy of plan.parts.policies) {
      const takes = policy.takes.map((index) => args[index])
      const refusal = await gatekeeper.ask(plan, policy, principal, takes, { get: findLocal })
      if (refusal) throw gatekeeper.refuse(plan, refusal, { principal })
    }
  }
}
