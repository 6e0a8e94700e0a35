import { Clock } from '../config/clock.ts'
import type { Container } from '../container/container.ts'
import type { Provided } from '../container/scope.ts'
import { findLocal } from '../container/supplied.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { AccessPlan, AccessPlanParts } from './access-plan.ts'
import { AccessPlanner, type Operation } from './access-planner.ts'
import type { AccessRefused } from './access-refused.ts'
import { Authentication } from './authentication.ts'
import { InvalidAccess } from './errors.ts'
import { Gatekeeper } from './gatekeeper.ts'
import type { Principal } from './principal.ts'
import { Refusals, type Refusal } from './refusals.ts'

export interface MethodAdmissionParts {
  readonly container: Container
  /** Defaults to the `Authentication` that the container has. */
  readonly authentication?: Authentication | undefined
  /** The accepted schemes. Defaults to all. */
  readonly accepted?: AccessPlanParts['schemes']
  readonly refusals?: Refusals
  /** Called for every refused call. It never throws. */
  readonly report: (refused: AccessRefused) => void
}

/** Enforces the access rules of a method that is not a route. */
export class MethodAdmission {
  /** Undefined if the method needs no authentication. */
  readonly plan: AccessPlan | undefined
  readonly #operation: Operation
  readonly #refusals: Refusals
  readonly #gatekeeper: Gatekeeper | undefined

  /** Throws `InvalidAccess` if the declaration cannot be enforced. */
  constructor(
    operation: Operation,
    {
      container,
      authentication = registeredAuthentication(container),
      accepted,
      refusals = new Refusals('fw'),
      report,
    }: MethodAdmissionParts,
  ) {
    const planner = new AccessPlanner(container, authentication, accepted)
    if (operation.kind !== 'command') planner.refuseUndeclared([operation])
    this.plan = planner.plan(operation)
    this.#operation = operation
    const clock = container.get(Clock)
    this.#refusals = refusals
    this.#gatekeeper =
      authentication && new Gatekeeper({ container, authentication, refusals, clock, report })
  }

  /** Throws `InvalidAccess` if the method requires a principal other than the local one. */
  refuseForeign(): void {
    const foreign = this.plan?.parts.callers.find((type) => !findLocal(type))
    if (!foreign) return
    const { class: owner, method } = this.#operation
    throw new InvalidAccess(
      `${owner.name}.${method.name}`,
      method.at,
      `it takes a ${foreign.name}, but commands are called by a LocalPrincipal. Take a Principal, or pass the data as an argument.`,
    )
  }

  /** Checks the rules and the policies for `args`, the arguments of the method. Rejects with an `HttpError`. */
  async admit(args: readonly unknown[], principal: Principal): Promise<void> {
    const refusal =
      (await this.judge(principal, undefined)) ??
      (await this.ask(args, principal, { get: findLocal }))
    if (refusal) throw this.refuse(refusal, principal)
  }

  /**
   * Returns the reason to refuse a caller; `principal` is undefined for anonymous ones. Policies are checked
   * separately.
   */
  judge(
    principal: Principal | undefined,
    request: HttpRequest | undefined,
  ): Refusal | undefined | Promise<Refusal | undefined> {
    const { plan } = this
    if (!plan || !this.#gatekeeper) return undefined
    const { who, schemes } = plan.parts
    if (!principal) return who === 'somebody' ? this.#refusals.missing(plan) : undefined
    // The scheme is empty for the local principal and in tests.
    if (principal.scheme !== '' && !schemes.has(principal.scheme)) {
      return this.#refusals.missing(plan)
    }
    return this.#gatekeeper.judge(plan, principal, request)
  }

  /** Returns the refusal of the first policy that denies the call. */
  async ask(
    args: readonly unknown[],
    principal: Principal | undefined,
    provided: Provided | undefined,
  ): Promise<Refusal | undefined> {
    const { plan } = this
    const gatekeeper = this.#gatekeeper
    if (!plan || !gatekeeper || !principal) return undefined
    for (const policy of plan.parts.policies) {
      const takes = policy.takes.map((index) => args[index])
      const refusal = await gatekeeper.ask(plan, policy, principal, takes, provided)
      if (refusal) return refusal
    }
    return undefined
  }

  /** Reports a refusal, once per error, and returns the error to throw. */
  refuse(refusal: Pick<Refusal, 'reason' | 'error'>, principal: Principal | undefined): unknown {
    const { plan } = this
    return plan && this.#gatekeeper
      ? this.#gatekeeper.refuse(plan, refusal, principal && { principal })
      : refusal.error
  }
}

export function registeredAuthentication(container: Container): Authentication | undefined {
  return container.has(Authentication) ? container.get(Authentication) : undefined
}
