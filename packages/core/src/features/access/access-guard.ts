import { andThen, isPromise, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import { Clock } from '../../base/config/clock.ts'
import type { Container } from '../../base/container/container.ts'
import type { ProvidedObjects } from '../../base/container/scope.ts'
import { callMethod } from '../../calls/call-method.ts'
import type { HttpError } from '../../http/message/http-error.ts'
import type { HttpRequest } from '../../http/message/http-request.ts'
import { AccessRefused } from './access-refused.ts'
import type { AccessRule, RequiredNames } from './access-rule.ts'
import type { GuardedCall } from './decorators.ts'
import { Authentication } from './authentication.ts'
import type { CredentialReader, SentCredential } from './credentials.ts'
import { CredentialRefused, Denied } from './errors.ts'
import type { RuleSources } from './plan-rule.ts'
import type { PolicyCall, PolicyPlan } from './policy.ts'
import { includesName, LocalPrincipal, type Principal } from './principal.ts'
import {
  deniedCall,
  hiddenCall,
  malformedCredential,
  missingCredential,
  missingScopes,
  refusedCredential,
  staleSignIn,
  type ChallengeSource,
  type Refusal,
} from './refusal.ts'

/** The dependencies of a guard. */
export interface GuardParts extends ChallengeSource {
  readonly container: Container
  readonly authentication: Authentication
  /** The accepted schemes. Default: all. */
  readonly schemes?: AccessRule['schemes']
  /** The required audiences of credentials, if they differ from those of the schemes. */
  readonly audiences?: readonly string[] | undefined
  /** Called for each rejected call that has an access rule. Must not throw. */
  readonly report: (refused: AccessRefused) => void
}

/** Authenticates callers, and checks whether the access rule of an operation allows a call. */
export class AccessGuard implements RuleSources {
  readonly container: Container
  readonly authentication: Authentication
  readonly schemes: AccessRule['schemes']
  readonly #parts: GuardParts
  readonly #clock: Clock
  /** The errors that `refuse` has reported. */
  readonly #refused = new WeakSet<Error>()

  constructor(parts: GuardParts) {
    const { container, authentication, schemes = authentication.schemes } = parts
    this.container = container
    this.authentication = authentication
    this.schemes = schemes
    this.#parts = parts
    this.#clock = container.get(Clock)
  }

  /**
   * Returns the caller of a request; undefined if the request has no credential, or only a cookie
   * that is rejected. Throws if a credential in a header is malformed or rejected.
   */
  identify(
    rule: AccessRule,
    request: HttpRequest,
    reader: CredentialReader,
  ): MaybePromise<Principal | undefined> {
    const inHeaders = reader.inHeaders(request)
    if (inHeaders === 'malformed') {
      throw this.refuse(rule, malformedCredential(rule, this.#parts))
    }
    const found = inHeaders ?? reader.inCookies(request)
    if (!found) return undefined
    return this.#verify(found, request, rule)
  }

  /**
   * Checks a rule and its policies. `args` are the arguments of the method. Rejects with an `HttpError` if the call is
   * denied.
   */
  async authorize(
    rule: AccessRule,
    principal: Principal,
    args: readonly unknown[],
    provided: ProvidedObjects,
  ): Promise<void> {
    const refusal =
      (await this.check(rule, principal, undefined)) ??
      (await this.checkPolicies(rule, principal, policyCalls(rule.policies, args), provided))
    if (refusal) throw this.refuse(rule, refusal, principal)
  }

  /**
   * Returns the reason for rejecting a caller; undefined if the rule allows the call. `principal` is undefined for
   * anonymous callers. Policies are checked separately.
   */
  check(
    rule: AccessRule,
    principal: Principal | undefined,
    request: HttpRequest | undefined,
  ): MaybePromise<Refusal | undefined> {
    if (!principal)
      return rule.authentication === 'required' ? this.missingCredential(rule) : undefined
    if (rule.callers.some((type) => !(principal instanceof type))) {
      return deniedCall('a principal of another class', false)
    }
    if (
      !rule.neededRoles.every((needed) =>
        isSatisfied(needed, (name) => includesName(principal.roles, name)),
      )
    ) {
      return deniedCall('missing role', true)
    }
    if (rule.customRequirements.length === 0) return this.#checkScopes(rule, principal)
    return this.#checkRequirements(rule, principal, request)
  }

  /** Returns the refusal of the first policy that denies the call; undefined if all policies allow it. */
  checkPolicies(
    rule: AccessRule,
    principal: Principal,
    [first, ...others]: readonly PolicyCall[],
    provided: ProvidedObjects | undefined,
  ): MaybePromise<Refusal | undefined> {
    if (!first) return undefined
    return andThen(
      this.#evaluatePolicy(rule, principal, first, provided),
      (refusal) => refusal ?? this.checkPolicies(rule, principal, others, provided),
    )
  }

  /** Returns the refusal of a request that has no credential accepted by the rule. */
  missingCredential(rule: AccessRule): Refusal {
    return missingCredential(rule, this.#parts)
  }

  /** Returns an error whose challenge requests the scopes of a rule and additional scopes. */
  stepUp(rule: AccessRule, more: readonly string[]): HttpError {
    return missingScopes(rule, this.#parts, [...new Set([...rule.scopes, ...more])]).error
  }

  /** Reports a refusal and returns the error to throw. */
  refuse(
    rule: AccessRule,
    { reason, error }: Refusal,
    principal?: Principal,
    scheme?: string,
  ): HttpError {
    this.#refused.add(error)
    this.#report(rule, reason, error, principal, scheme)
    return error
  }

  /** Reports that a method has denied a call. An error that `refuse` has reported is not reported again. */
  reportDenied(rule: AccessRule, error: Denied, principal: Principal | undefined): void {
    if (!this.#refused.has(error)) this.#report(rule, 'denied by the method', error, principal)
  }

  #report(
    { kind, name }: AccessRule,
    reason: string,
    { status }: HttpError,
    principal: Principal | undefined,
    scheme = principal?.scheme,
  ): void {
    this.#parts.report(new AccessRefused({ reason, status, kind, name, scheme, principal }))
  }

  #verify(
    found: SentCredential,
    request: HttpRequest,
    rule: AccessRule,
  ): MaybePromise<Principal | undefined> {
    const { name, scheme, text, prefix } = found
    const { audiences } = this.#parts
    try {
      const verified = scheme.authenticate({ text, word: prefix, request, audiences })
      const admitted = andThen(verified, (principal) => scheme.admit(principal, name))
      if (!isPromise(admitted)) return admitted
      return admitted.catch((error: unknown) => this.#fail(error, found, request, rule))
    } catch (error) {
      return this.#fail(error, found, request, rule)
    }
  }

  /**
   * Handles an error from a scheme. If the scheme rejects a cookie, deletes the cookie and returns
   * undefined, so the caller is anonymous. Otherwise throws.
   */
  #fail(
    error: unknown,
    { cookie, scheme, name }: SentCredential,
    request: HttpRequest,
    rule: AccessRule,
  ): undefined {
    if (!(error instanceof CredentialRefused)) throw error
    if (cookie === undefined) {
      const refusal = refusedCredential(rule, this.#parts, scheme, error)
      throw this.refuse(rule, refusal, undefined, name)
    }
    request.cookies.delete(cookie)
    return undefined
  }

  async #checkRequirements(
    rule: AccessRule,
    principal: Principal,
    request: HttpRequest | undefined,
  ): Promise<Refusal | undefined> {
    const { customRequirements, kind, name } = rule
    const call = { kind, name, ...(request && { request }) } as GuardedCall
    for (const requirement of customRequirements) {
      const decision = await requirement.authorize(principal, call)
      const refusal = this.#refusalOf(decision, rule, 'requirement', undefined)
      if (refusal) return refusal
    }
    return this.#checkScopes(rule, principal)
  }

  #checkScopes(rule: AccessRule, principal: Principal): Refusal | undefined {
    const { neededScopes, fresh } = rule
    const isGranted = (name: string) =>
      this.authentication.implying(name).some((each) => includesName(principal.scopes, each))
    if (!neededScopes.every((needed) => isSatisfied(needed, isGranted))) {
      return missingScopes(rule, this.#parts, rule.scopes)
    }
    if (fresh === undefined || principal instanceof LocalPrincipal) return undefined
    const { authenticatedAt } = principal
    const age = authenticatedAt ? this.#clock.now() - authenticatedAt.getTime() : Infinity
    // Clocks may differ by up to a minute, so the time of the sign-in may be up to a minute in the future.
    const isFresh = age >= -60_000 && age <= fresh * 1000
    return isFresh ? undefined : staleSignIn(rule, this.#parts, fresh)
  }

  #evaluatePolicy(
    rule: AccessRule,
    principal: Principal,
    { policy, args }: PolicyCall,
    provided: ProvidedObjects | undefined,
  ): MaybePromise<Refusal | undefined> {
    const conclude = (decision: unknown) => this.#refusalOf(decision, rule, 'policy', policy.hidden)
    if (!(principal instanceof policy.caller)) return conclude(false)
    try {
      const decision = callMethod(this.container, policy, [principal, ...args], provided)
      return isPromise(decision) ? decision.catch(requireDenied).then(conclude) : conclude(decision)
    } catch (error) {
      return conclude(requireDenied(error))
    }
  }

  #refusalOf(
    decision: unknown,
    rule: AccessRule,
    reason: 'policy' | 'requirement',
    hidden: string | undefined,
  ): Refusal | undefined {
    if (decision === true) return undefined
    if (hidden !== undefined) return hiddenCall(reason, hidden)
    const { scopes, message } = decision instanceof Denied ? decision : new Denied()
    if (scopes.length === 0) return deniedCall(reason, reason === 'requirement', message)
    const neededScopes = [...new Set([...rule.scopes, ...scopes])]
    return missingScopes(rule, this.#parts, neededScopes, message)
  }
}

/** Returns the error if it is `Denied`, as if the policy had returned it. Throws any other error. */
function requireDenied(error: unknown): Denied {
  if (error instanceof Denied) return error
  throw error
}

function isSatisfied(
  { names, isAnyOf }: RequiredNames,
  isGranted: (name: string) => boolean,
): boolean {
  return isAnyOf ? names.some(isGranted) : names.every(isGranted)
}

/** Returns the policies, each with the arguments that it takes from the method. */
export function policyCalls(
  policies: readonly PolicyPlan[],
  args: readonly unknown[],
): PolicyCall[] {
  return policies.map((policy) => ({
    policy,
    args: policy.indexes.map((index) => args[index]),
  }))
}

export function registeredAuthentication(container: Container): Authentication | undefined {
  return container.has(Authentication) ? container.get(Authentication) : undefined
}
