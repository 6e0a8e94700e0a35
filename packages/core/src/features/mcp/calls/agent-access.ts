import { andThen, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { AccessGuard, policyCalls } from '../../access/access-guard.ts'
import { createRule, isOpen, type AccessRule } from '../../access/access-rule.ts'
import type { Authentication } from '../../access/authentication.ts'
import { refuseUndeclared } from '../../access/declared-access.ts'
import { CredentialRefused, Denied } from '../../access/errors.ts'
import { planPathRule, planRule, type Operation } from '../../access/plan-rule.ts'
import { LocalPrincipal, type Principal } from '../../access/principal.ts'
import type { Refusal } from '../../access/refusal.ts'
import { RouteAccess } from '../../access/route-access.ts'
import { schemeNamesOf } from '../../access/scheme.ts'
import { Config } from '../../../base/config/config.ts'
import type { Token } from '../../../base/container/binding.ts'
import type { Container } from '../../../base/container/container.ts'
import type { ProvidedObjects } from '../../../base/container/scope.ts'
import { reportRefused } from '../../events/report-refused.ts'
import { optionsOf, type HttpError } from '../../../http/message/http-error.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import { invalidRequest, MessageRefused } from '../protocol/json-rpc.ts'
import type { MessageContext } from '../protocol/method.ts'
import { callerOf } from './caller.ts'
import { ProtectedResource } from './protected-resource.ts'
import { refuseForeignHost } from '../protocol/foreign-hosts.ts'

export interface AgentAccessParts {
  readonly container: Container
  readonly authentication: Authentication
  /** The name of the application. */
  readonly realm: string
  readonly allowedHosts: readonly string[]
}

/** The tool or resource that a message refers to. */
export interface NamedOperation {
  /** The access rule; undefined if the tool or resource does not exist, or was not declared with a decorator. */
  readonly rule: AccessRule | undefined
}

interface RefusedOperation extends NamedOperation {
  readonly refusal: Refusal
}

/** Authenticates agents, and decides which tools and resources they can see and use. */
export class AgentAccess {
  readonly authentication: Authentication
  readonly resource: ProtectedResource | undefined
  readonly #allowsAnonymous: boolean
  readonly #allowedHosts: readonly string[]
  readonly #hidesUngranted: boolean
  readonly #guard: AccessGuard
  readonly #rules: AccessRule[] = []
  /** The rule for tools and resources that only require authentication. */
  readonly #rule: AccessRule

  /** Throws `ConfigValueMissing`, `ConfigValueInvalid` or `InvalidAuthentication` for an invalid configuration. */
  constructor({ container, authentication, realm, allowedHosts }: AgentAccessParts) {
    const { mcp: options } = authentication
    this.authentication = authentication
    this.#allowsAnonymous = options.anonymous === true
    this.#hidesUngranted = options.visibility === 'granted'
    this.#allowedHosts = allowedHosts
    const schemes = schemesFor(authentication)
    const scopes = () => options.scopes ?? this.#sharedScopes()
    const config = container.get(Config)
    this.resource = ProtectedResource.of({ config, schemes, options, allowedHosts, scopes })
    this.#guard = new AccessGuard({
      container,
      authentication,
      schemes,
      realm,
      resource: { metadata: this.resource?.metadata, scopes },
      audiences: this.resource?.audiences,
      report: reportRefused(container),
    })
    this.#rule = createRule({ ...mcpPath, authentication: 'required', schemes })
  }

  /** True if anonymous callers may use all tools and resources. Read it after all rules are planned. */
  get isPublic(): boolean {
    return this.#allowsAnonymous && this.#rules.every(isOpen)
  }

  /**
   * True if the lists of tools and resources depend on the caller. Read it after all rules are
   * planned.
   */
  get hidesSome(): boolean {
    return this.#rules.some((rule) => this.#mayHide(rule))
  }

  /**
   * Returns the caller for `FW_AUTH_TOKEN`, the credential of agents over stdio. Rejects with
   * `CredentialRefused` or `AuthenticationUnavailable`.
   */
  async identify(text: string): Promise<Principal> {
    for (const [name, scheme] of this.#guard.schemes) {
      if (!scheme.claims(text)) continue
      const [word] = schemeNamesOf(scheme.reads)
      const audiences = this.resource?.audiences
      const credential = { text, word, request: undefined, ...(audiences && { audiences }) }
      return scheme.admit(await scheme.authenticate(credential), name)
    }
    throw new CredentialRefused('no scheme for agents recognizes its format')
  }

  /** Plans the rule of a tool or resource. Throws `InvalidAccess` if its declaration is invalid. */
  plan(operation: Operation): AccessRule {
    refuseUndeclared([operation], this.authentication)
    const rule = planRule(operation, this.#guard)
    this.#rules.push(rule)
    return rule
  }

  /**
   * Plans the access to `/mcp`, which requires a caller unless the option `anonymous` is set. The option `default` does
   * not apply.
   */
  planPath(middleware: readonly Token[]): RouteAccess {
    const minMode = this.#allowsAnonymous ? 'optional' : 'required'
    const rule = planPathRule(mcpPath, minMode, middleware, this.#guard)
    return new RouteAccess(rule, this.#guard, { appliesTo: (request) => this.#appliesTo(request) })
  }

  #appliesTo(request: HttpRequest): boolean {
    if (request.method !== 'POST') return false
    refuseForeignHost(request, this.#allowedHosts)
    return true
  }

  /**
   * Returns the reason why the caller may not use a tool or resource; undefined if the caller may use it. Policies are
   * not checked.
   */
  #check({ rule }: NamedOperation, context: MessageContext): MaybePromise<Refusal | undefined> {
    const caller = callerOf(context)
    if (!rule) return caller ? undefined : this.#guard.missingCredential(this.#rule)
    if (isOpen(rule)) return undefined
    // The caller was authenticated for /mcp. The scheme is empty for the local principal and in tests.
    const isForeign = caller && caller.scheme !== '' && !rule.schemes.has(caller.scheme)
    if (isForeign) return this.#guard.missingCredential(rule)
    return this.#guard.check(rule, caller, context.request)
  }

  /** Resolves to true if the tool or resource appears in the caller's lists. */
  async isListed(named: NamedOperation, context: MessageContext): Promise<boolean> {
    const { rule } = named
    if (!rule || !this.#mayHide(rule)) return true
    if (!callerOf(context)) return rule.authentication !== 'required'
    const refusal = await this.#check(named, context)
    return !refusal || !this.#isHidden(refusal)
  }

  /**
   * Calls `run` if the caller is allowed to. Otherwise throws a challenge, calls `refuse`, or throws `missing()` if the
   * tool or resource is hidden from the caller.
   */
  runIfAllowed<T>(
    named: NamedOperation,
    context: MessageContext,
    {
      run,
      missing,
      refuse,
    }: { run: () => MaybePromise<T>; missing: () => MessageRefused; refuse: (text: string) => T },
  ): MaybePromise<T> {
    return andThen(this.#check(named, context), (refusal) => {
      if (!refusal) return run()
      if (!this.#isHidden(refusal) && context.mayChallenge) {
        throw this.#challenge([{ ...named, refusal }], context)
      }
      const caller = callerOf(context)
      this.#report({ ...named, refusal }, caller)
      if (this.#isHidden(refusal)) throw missing()
      return refuse(textFor(refusal, named.rule, caller))
    })
  }

  /** Returns the challenge that rejects a whole batch; undefined if no message requires one. */
  async checkAll(
    all: readonly NamedOperation[],
    context: MessageContext,
  ): Promise<MessageRefused | undefined> {
    const refused: RefusedOperation[] = []
    for (const { rule } of all) {
      const refusal = await this.#check({ rule }, context)
      if (refusal && !this.#isHidden(refusal)) refused.push({ rule, refusal })
    }
    return refused.length > 0 ? this.#challenge(refused, context) : undefined
  }

  /**
   * Evaluates the policies of a rule with the arguments of a call. Resolves to the error to throw; undefined if the
   * call is allowed.
   */
  async checkPolicies(
    rule: AccessRule,
    args: readonly unknown[],
    caller: Principal | undefined,
    provided: ProvidedObjects | undefined,
  ): Promise<HttpError | undefined> {
    const refusal = caller
      ? await this.#guard.checkPolicies(rule, caller, policyCalls(rule.policies, args), provided)
      : this.#guard.missingCredential(rule)
    if (!refusal) return undefined
    // `refuseDenied` reports the denial, and adds a challenge.
    if (refusal.scopes.length > 0) return Denied.stepUp(...(refusal.scopes as [string]))
    return this.#guard.refuse(rule, refusal, caller)
  }

  /**
   * Reports that a method or policy denied a caller. Throws a challenge if more scopes would help and it can be sent.
   */
  refuseDenied(error: unknown, { rule }: NamedOperation, context: MessageContext): void {
    if (!(error instanceof Denied) || !rule || isOpen(rule)) return
    this.#guard.reportDenied(rule, error, callerOf(context))
    if (error.scopes.length === 0 || !context.mayChallenge) return
    throw challengeBy(this.#guard.stepUp(rule, error.scopes))
  }

  /**
   * Reports all refusals and combines them into one challenge. It asks for authentication if a call needs that.
   * Otherwise it is `access_denied` if a refusal does not depend on scopes, or else lists all missing scopes.
   */
  #challenge(refused: readonly RefusedOperation[], context: MessageContext): MessageRefused {
    for (const each of refused) this.#report(each, callerOf(context))
    const refusals = refused.map(({ refusal }) => refusal)
    const unknown = refusals.find(({ error }) => error.status !== 403)
    if (unknown) return challengeBy(unknown.error)
    const final = refusals.find((refusal) => refusal.scopes.length === 0)
    if (final) return challengeBy(final.error, 'access_denied')
    const scopes = [...new Set(refusals.flatMap((refusal) => refusal.scopes))]
    return challengeBy(this.#guard.stepUp(this.#rule, scopes))
  }

  /** Reports a refusal, unless the tool or resource does not exist or has no access rule. */
  #report({ rule, refusal }: RefusedOperation, caller: Principal | undefined): void {
    if (rule) this.#guard.refuse(rule, refusal, caller)
  }

  /** True if the agent must not learn that the refused tool or resource exists. */
  #isHidden({ hides, scopes }: Refusal): boolean {
    return hides || (this.#hidesUngranted && scopes.length > 0)
  }

  #mayHide({ neededRoles, customRequirements, scopes }: AccessRule): boolean {
    return (
      neededRoles.length > 0 ||
      customRequirements.length > 0 ||
      (this.#hidesUngranted && scopes.length > 0)
    )
  }

  /** Returns the scopes that all tools and resources require. */
  #sharedScopes(): readonly string[] {
    const [first, ...others] = this.#rules
    return (first?.scopes ?? []).filter((name) =>
      others.every(({ scopes }) => scopes.includes(name)),
    )
  }
}

/** Creates the error for a rejected caller, with the status and the `WWW-Authenticate` challenge to send over HTTP. */
function challengeBy(error: HttpError, code = error.message): MessageRefused {
  const { headers: challenge = {} } = optionsOf(error)
  return new MessageRefused(invalidRequest, code, { status: error.status, challenge })
}

const mcpPath = { kind: 'endpoint', name: '/mcp' } as const

const tokenRemedy = 'Start fw mcp:serve with FW_AUTH_TOKEN.'
const scopesRemedy =
  'Start fw mcp:serve with FW_AUTH_TOKEN, or list the required scopes in FW_LOCAL_SCOPES.'

/** Returns the error message for an agent to which no challenge can be sent. */
function textFor(
  { scopes, error }: Refusal,
  rule: AccessRule | undefined,
  caller: Principal | undefined,
): string {
  if (!caller) return error.message
  const foreign = rule?.callers.find((type) => !(caller instanceof type))
  if (foreign) {
    const text = `This call needs a caller of type ${foreign.name}, but the caller is of type ${caller.constructor.name}.`
    return caller instanceof LocalPrincipal ? `${text} ${tokenRemedy}` : text
  }
  if (scopes.length === 0) return error.message
  const granted = caller.scopes.length > 0 ? [caller.scopes].flat().join(', ') : 'none'
  const text = `This call needs the scopes ${scopes.join(', ')}, but the caller has ${granted}.`
  return caller instanceof LocalPrincipal ? `${text} ${scopesRemedy}` : text
}

/**
 * Returns the schemes named in the options, or else the OAuth schemes, or else all. Never includes cookie schemes,
 * because browsers send cookies automatically.
 */
function schemesFor({ schemes, mcp }: Authentication): AccessRule['schemes'] {
  const usable = [...schemes].filter(([, { reads }]) => !('cookie' in reads))
  const named = mcp.schemes && usable.filter(([name]) => mcp.schemes?.includes(name))
  const issued = usable.filter(([, { authorizationServers }]) => authorizationServers)
  return new Map(named ?? (issued.length > 0 ? issued : usable))
}
