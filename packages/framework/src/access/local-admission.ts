import { Clock } from '../config/clock.ts'
import type { Container } from '../container/container.ts'
import { findLocal } from '../container/supplied.ts'
import type { AccessPlan } from './access-plan.ts'
import { AccessPlanner, type Operation } from './access-planner.ts'
import type { AccessRefused } from './access-refused.ts'
import { Authentication } from './authentication.ts'
import { InvalidAccess } from './errors.ts'
import { Gatekeeper } from './gatekeeper.ts'
import { localPrincipal } from './principal.ts'
import { Refusals } from './refusals.ts'

/** Lets the program itself call a method, as a command does: its principal holds everything, and policies are asked. */
export class LocalAdmission {
  readonly #plan: AccessPlan | undefined
  readonly #gatekeeper: Gatekeeper | undefined

  /** `report` never throws. Throws `InvalidAccess` where the method asks for another caller, or could not ask. */
  constructor(
    operation: Operation,
    container: Container,
    report: (refused: AccessRefused) => void,
  ) {
    const authentication = container.has(Authentication) ? container.get(Authentication) : undefined
    this.#plan = new AccessPlanner(container, authentication).plan(operation)
    const foreign = this.#plan?.parts.callers.find((type) => !findLocal(type))
    if (foreign) {
      const { class: owner, method } = operation
      throw new InvalidAccess(
        `${owner.name}.${method.name}`,
        method.at,
        `it takes a ${foreign.name}, and a command is called by a LocalPrincipal. Take a Principal, or what is needed as an argument.`,
      )
    }
    const refusals = new Refusals('fw')
    const clock = container.get(Clock)
    this.#gatekeeper =
      authentication && new Gatekeeper({ container, authentication, refusals, clock, report })
  }

  /** `args` are those of the method. Rejects with `Denied`, or the like. */
  async admit(args: readonly unknown[]): Promise<void> {
    const plan = this.#plan
    const gatekeeper = this.#gatekeeper
    if (!plan || !gatekeeper) return
    const principal = localPrincipal
    const judged = await gatekeeper.judge(plan, principal, undefined)
    if (judged) throw gatekeeper.refuse(plan, judged, { principal })
    for (const policy of plan.parts.policies) {
      const takes = policy.takes.map((index) => args[index])
      const refusal = await gatekeeper.ask(plan, policy, principal, takes, { get: findLocal })
      if (refusal) throw gatekeeper.refuse(plan, refusal, { principal })
    }
  }
}
