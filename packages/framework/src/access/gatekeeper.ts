import type { Clock } from '../config/clock.ts'
import type { Container } from '../container/container.ts'
import { invokeInScope } from '../container/invoke.ts'
import type { Provided } from '../container/scope.ts'
import type { HttpRequest } from '../message/http-request.ts'
import { soon, type Soon } from '../message/soon.ts'
import type { AccessPlan, NeededNames } from './access-plan.ts'
import { AccessRefused } from './access-refused.ts'
import type { GuardedCall } from './attributes.ts'
import type { Authentication } from './authentication.ts'
import { CredentialReader, type FoundCredential } from './credentials.ts'
import { Denied } from './denied.ts'
import { CredentialRefused } from './errors.ts'
import type { PolicyPlan } from './policy-plan.ts'
import { holds, LocalPrincipal, type Principal } from './principal.ts'
import type { Refusal, Refusals } from './refusals.ts'

/** The dependencies of a gatekeeper. */
export interface GatekeeperParts {
  readonly container: Container
  readonly authentication: Authentication
  readonly refusals: Refusals
  readonly clock: Clock
  /** The required audiences of credentials, if they differ from those of the schemes. */
  readonly audiences?: readonly string[] | undefined
  /** Called for every refused call. It never throws. */
  readonly report: (refused: AccessRefused) => void
}

/** Authenticates callers, and checks if a plan allows their calls. */
export class Gatekeeper {
  readonly #parts: GatekeeperParts
  readonly #told = new WeakSet<Error>()

  constructor(parts: GatekeeperParts) {
    this.#parts = parts
  }

  /** Returns a reader for the credentials that a plan accepts. */
  readerOf(plan: AccessPlan): CredentialReader {
    return new CredentialReader(plan.parts.schemes, this.#parts.authentication)
  }

  /** Returns the caller of a request, or undefined if there is no credential. Throws if the credential is refused. */
  identify(
    request: HttpRequest,
    plan: AccessPlan,
    reader: CredentialReader,
  ): Soon<Principal | undefined> {
    const { refusals } = this.#parts
    const inHeaders = reader.inHeaders(request)
    if (inHeaders === 'malformed') throw this.refuse(plan, refusals.malformed(plan))
    const found = inHeaders ?? reader.inCookies(request)
    if (!found) return undefined
    return this.#verify(found, request, plan)
  }

  /**
   * Returns the reason to refuse a caller, or undefined if the plan allows the call. Policies are checked separately.
   */
  judge(
    plan: AccessPlan,
    principal: Principal,
    request: HttpRequest | undefined,
  ): Soon<Refusal | undefined> {
    const { refusals } = this.#parts
    const { callers, roles, own } = plan.parts
    if (callers.some((type) => !(principal instanceof type))) {
      return refusals.denied('a principal of another class')
    }
    if (!roles.every((needed) => has(needed, (name) => holds(principal.roles, name)))) {
      return refusals.hiding('missing role')
    }
    if (own.length === 0) return this.#judgeScopes(plan, principal)
    return this.#judgeOwn(plan, principal, request)
  }

  /** Evaluates one policy. `takes` are the arguments for it, in the order of the plan. */
  ask(
    plan: AccessPlan,
    { type, method, caller, hidden }: PolicyPlan,
    principal: Principal,
    takes: readonly unknown[],
    provided: Provided | undefined,
  ): Soon<Refusal | undefined> {
    const { container } = this.#parts
    const answer = (decision: unknown) => this.#refusalOf(decision, plan, 'policy', hidden)
    if (!(principal instanceof caller)) return answer(false)
    const decide = (policy: unknown) => (policy as Asked)[method]?.(principal, ...takes)
    const decision =
      container.lifetime(type) === 'singleton'
        ? decide(container.get(type))
        : invokeInScope(container, (scope) => decide(scope.get(type)), provided)
    return soon(decision, answer)
  }

  /** Reports a refusal, once per error, and returns the error to throw. */
  refuse(
    plan: AccessPlan,
    { reason, error }: Pick<Refusal, 'reason' | 'error'>,
    by: Partial<AccessRefused> = {},
  ): unknown {
    if (this.#told.has(error)) return error
    this.#told.add(error)
    const { kind, name } = plan.parts
    const { scheme = by.principal?.scheme, principal } = by
    const { status } = error
    this.#parts.report(new AccessRefused({ reason, status, kind, name, scheme, principal }))
    return error
  }

  #verify(
    found: FoundCredential,
    request: HttpRequest,
    plan: AccessPlan,
  ): Soon<Principal | undefined> {
    const { name, scheme, text, word } = found
    const { audiences } = this.#parts
    try {
      const verified = scheme.authenticate({ text, word, request, audiences })
      const admitted = soon(verified, (principal) => scheme.admit(principal, name))
      if (!(admitted instanceof Promise)) return admitted
      return admitted.catch((error: unknown) => this.#fail(error, found, request, plan))
    } catch (error) {
      return this.#fail(error, found, request, plan)
    }
  }

  /** An invalid cookie is deleted, and the request counts as anonymous. */
  #fail(
    error: unknown,
    { cookie, scheme, name }: FoundCredential,
    request: HttpRequest,
    plan: AccessPlan,
  ): undefined {
    if (!(error instanceof CredentialRefused)) throw error
    if (cookie === undefined) {
      throw this.refuse(plan, this.#parts.refusals.refused(plan, scheme, error), { scheme: name })
    }
    request.cookies.delete(cookie)
    return undefined
  }

  async #judgeOwn(
    plan: AccessPlan,
    principal: Principal,
    request: HttpRequest | undefined,
  ): Promise<Refusal | undefined> {
    const { own, kind, name } = plan.parts
    const call = { kind, name, ...(request && { request }) } as GuardedCall
    for (const requirement of own) {
      const decision = await requirement.authorize(principal, call)
      const refusal = this.#refusalOf(decision, plan, 'requirement', undefined)
      if (refusal) return refusal
    }
    return this.#judgeScopes(plan, principal)
  }

  #judgeScopes(plan: AccessPlan, principal: Principal): Refusal | undefined {
    const { authentication, refusals, clock } = this.#parts
    const { scopes, fresh } = plan.parts
    const isHeld = (name: string) =>
      authentication.implying(name).some((each) => holds(principal.scopes, each))
    if (!scopes.every((needed) => has(needed, isHeld))) return refusals.scope(plan, plan.scopes)
    if (fresh === undefined || principal instanceof LocalPrincipal) return undefined
    const { authenticatedAt } = principal
    const age = authenticatedAt ? clock.now() - authenticatedAt.getTime() : Infinity
    // Clocks may differ by up to a minute. A later time is not a valid sign-in.
    const isFresh = age >= -60_000 && age <= fresh * 1000
    return isFresh ? undefined : refusals.stale(plan, fresh)
  }

  #refusalOf(
    decision: unknown,
    plan: AccessPlan,
    reason: string,
    hidden: string | undefined,
  ): Refusal | undefined {
    if (decision === true) return undefined
    const { refusals } = this.#parts
    if (hidden !== undefined) return refusals.hidden(reason, hidden)
    const { scopes, message } = decision instanceof Denied ? decision : new Denied()
    if (scopes.length === 0) {
      return reason === 'requirement'
        ? refusals.hiding(reason, message)
        : refusals.denied(reason, message)
    }
    return refusals.scope(plan, [...new Set([...plan.scopes, ...scopes])], message)
  }
}

type Asked = Record<string, (...args: readonly unknown[]) => unknown>

function has({ names, isOne }: NeededNames, isHeld: (name: string) => boolean): boolean {
  return isOne ? names.some(isHeld) : names.every(isHeld)
}
