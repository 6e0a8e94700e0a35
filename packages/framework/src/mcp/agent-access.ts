import { AccessPlan } from '../access/access-plan.ts'
import { noNeeds, type Operation } from '../access/access-planner.ts'
import type { Authentication } from '../access/authentication.ts'
import { Denied } from '../access/denied.ts'
import { CredentialRefused } from '../access/errors.ts'
import { MethodAdmission } from '../access/method-admission.ts'
import { LocalPrincipal, type Principal } from '../access/principal.ts'
import { Refusals, type Refusal } from '../access/refusals.ts'
import type { AgentEntrance } from '../access/route-admission.ts'
import { wordsOf, type Scheme } from '../access/scheme.ts'
import { Config } from '../config/config.ts'
import type { Container } from '../container/container.ts'
import { reportRefused } from '../events/report-refused.ts'
import { optionsOf, type HttpError } from '../message/http-error.ts'
import type { HttpRequest } from '../message/http-request.ts'
import { soon, type Soon } from '../message/soon.ts'
import { invalidRequest, MessageRefused } from './json-rpc.ts'
import { callerOf, type MessageContext } from './method.ts'
import type { NamedOperation } from './operations.ts'
import { ProtectedResource } from './protected-resource.ts'
import type { McpAnswer } from './server.ts'
import { refuseForeign } from './transports/foreign-hosts.ts'

/** Over HTTP, a refused caller gets a status and a `WWW-Authenticate` challenge instead of a JSON-RPC error. */
export class AccessChallenge extends MessageRefused {
  readonly answer: McpAnswer

  constructor(error: HttpError, code = error.message) {
    const { status } = error
    super(invalidRequest, code, { status })
    const { headers = {} } = optionsOf(error)
    this.answer = { status, text: JSON.stringify({ error: code }), headers }
  }
}

export interface AgentAccessParts {
  readonly container: Container
  readonly authentication: Authentication
  /** The name of the application. */
  readonly realm: string
  readonly allowedHosts: readonly string[]
}

interface Refused extends NamedOperation {
  readonly refusal: Refusal
}

/** Decides which agents are authenticated, which tools and resources each of them sees, and which it may call. */
export class AgentAccess implements AgentEntrance {
  readonly authentication: Authentication
  readonly schemes: ReadonlyMap<string, Scheme<never>>
  readonly takesNobody: boolean
  readonly refusals: Refusals
  readonly resource: ProtectedResource | undefined
  readonly #allowedHosts: readonly string[]
  readonly #hidesUngranted: boolean
  readonly #container: Container
  readonly #admissions: MethodAdmission[] = []
  /** The plan of operations that require an authenticated caller and nothing else. */
  readonly #plan: AccessPlan

  /** Throws `ConfigValueMissing` and `InvalidAuthentication` if the options cannot be satisfied. */
  constructor({ container, authentication, realm, allowedHosts }: AgentAccessParts) {
    const { mcp: options } = authentication
    this.authentication = authentication
    this.schemes = schemesFor(authentication)
    this.takesNobody = options.anonymous === true
    this.#hidesUngranted = options.visibility === 'granted'
    this.#allowedHosts = allowedHosts
    this.#container = container
    const scopes = () => options.scopes ?? this.#sharedScopes()
    const config = container.get(Config)
    const { schemes } = this
    this.#plan = new AccessPlan({
      ...noNeeds,
      kind: 'endpoint',
      name: '/mcp',
      who: 'somebody',
      schemes,
      preparing: [],
    })
    this.resource = ProtectedResource.of({ config, schemes, options, allowedHosts, scopes })
    this.refusals = new Refusals(realm, { metadata: this.resource?.metadata, scopes })
  }

  get audiences(): readonly string[] | undefined {
    return this.resource?.audiences
  }

  /** True if all callers, anonymous ones included, see the same lists. Read it after all methods are registered. */
  get isPublic(): boolean {
    return this.takesNobody && this.#admissions.every(({ plan }) => !plan)
  }

  /** True if lists depend on the caller. Read it after all methods are registered. */
  get hidesSome(): boolean {
    return this.#admissions.some(({ plan }) => plan && this.#mayHide(plan))
  }

  /** Returns the caller for the credential that a program was started with. Rejects with `CredentialRefused`. */
  async identify(text: string): Promise<Principal> {
    for (const [name, scheme] of this.schemes) {
      if (!scheme.claims(text)) continue
      const [word] = wordsOf(scheme.reads)
      const { audiences } = this
      const credential = { text, word, request: undefined, ...(audiences && { audiences }) }
      return scheme.admit(await scheme.authenticate(credential), name)
    }
    throw new CredentialRefused('no scheme of agents knows its form')
  }

  /** Returns the access rules of a method. Throws `InvalidAccess` if its declaration is invalid. */
  admission(operation: Operation): MethodAdmission {
    const admission = new MethodAdmission(operation, {
      container: this.#container,
      authentication: this.authentication,
      accepted: this.schemes,
      refusals: this.refusals,
      report: reportRefused(this.#container),
    })
    this.#admissions.push(admission)
    return admission
  }

  readonly isAsking = (request: HttpRequest): boolean => {
    if (request.method !== 'POST') return false
    refuseForeign(request, this.#allowedHosts)
    return true
  }

  /**
   * Returns why the caller may not call or read the named method, policies aside; undefined if it may. `admission` is
   * undefined if the message names none.
   */
  judge(
    admission: MethodAdmission | undefined,
    context: MessageContext,
  ): Soon<Refusal | undefined> {
    const caller = callerOf(context)
    if (admission) return admission.judge(caller, context.request)
    return caller ? undefined : this.refusals.missing(this.#plan)
  }

  /** Resolves to true if a caller sees the method in its lists. */
  async isListed(
    admission: MethodAdmission | undefined,
    context: MessageContext,
  ): Promise<boolean> {
    const plan = admission?.plan
    if (!plan || !this.#mayHide(plan)) return true
    if (!callerOf(context)) return plan.isPublic
    const refusal = await this.judge(admission, context)
    return !refusal || !this.#isHidden(refusal)
  }

  /**
   * Calls `run` if the caller may. Otherwise throws a challenge, calls `refuse`, or throws `missing()` if the method is
   * hidden from the caller.
   */
  enter<T>(
    admission: MethodAdmission | undefined,
    context: MessageContext,
    {
      run,
      missing,
      refuse,
    }: { run: () => Soon<T>; missing: () => MessageRefused; refuse: (text: string) => T },
  ): Soon<T> {
    return soon(this.judge(admission, context), (refusal) => {
      if (!refusal) return run()
      if (!this.#isHidden(refusal) && context.mayChallenge) {
        throw this.#challenge([{ admission, refusal }], context)
      }
      const caller = callerOf(context)
      admission?.refuse(refusal, caller)
      if (this.#isHidden(refusal)) throw missing()
      return refuse(textFor(refusal, admission, caller))
    })
  }

  /** Returns the challenge that refuses a whole batch; undefined if all of it may run. */
  async judgeAll(
    named: readonly NamedOperation[],
    context: MessageContext,
  ): Promise<AccessChallenge | undefined> {
    const refused: Refused[] = []
    for (const { admission } of named) {
      const refusal = await this.judge(admission, context)
      if (refusal && !this.#isHidden(refusal)) refused.push({ admission, refusal })
    }
    return refused.length > 0 ? this.#challenge(refused, context) : undefined
  }

  /** Reports a caller that a method or its policy has denied. Throws a challenge if more scopes would help. */
  refuseDenied(
    error: unknown,
    admission: MethodAdmission | undefined,
    context: MessageContext,
  ): void {
    if (!(error instanceof Denied)) return
    const plan = admission?.plan
    admission?.refuse({ reason: 'denied by the method', error }, callerOf(context))
    if (!plan || error.scopes.length === 0 || !context.mayChallenge) return
    const scopes = [...new Set([...plan.scopes, ...error.scopes])]
    throw new AccessChallenge(this.refusals.scope(plan, scopes).error)
  }

  /**
   * Reports all refusals and combines them in one challenge: a missing authentication comes first, and scopes are united.
   */
  #challenge(refused: readonly Refused[], context: MessageContext): AccessChallenge {
    for (const { admission, refusal } of refused) admission?.refuse(refusal, callerOf(context))
    const refusals = refused.map(({ refusal }) => refusal)
    const unknown = refusals.find(({ error }) => error.status !== 403)
    if (unknown) return new AccessChallenge(unknown.error)
    const final = refusals.find((refusal) => refusal.scopes.length === 0)
    if (final) return new AccessChallenge(final.error, 'access_denied')
    const scopes = [...new Set(refusals.flatMap((refusal) => refusal.scopes))]
    return new AccessChallenge(this.refusals.scope(this.#plan, scopes).error)
  }

  /** True if the agent must not learn that the refused method exists. */
  #isHidden({ hides, scopes }: Refusal): boolean {
    return hides || (this.#hidesUngranted && scopes.length > 0)
  }

  #mayHide({ parts: { roles, own, scopes, who } }: AccessPlan): boolean {
    if (who === 'nobody') return false
    return roles.length > 0 || own.length > 0 || (this.#hidesUngranted && scopes.length > 0)
  }

  /** The scopes that all methods require. */
  #sharedScopes(): readonly string[] {
    const [first, ...others] = this.#admissions.map(({ plan }) => plan?.scopes ?? [])
    return (first ?? []).filter((name) => others.every((scopes) => scopes.includes(name)))
  }
}

const remedy = 'Start fw mcp:serve with FW_AUTH_TOKEN, or name what it needs in FW_LOCAL_SCOPES.'

/** Returns the message for an agent that cannot be challenged. */
function textFor(
  { scopes, error }: Refusal,
  admission: MethodAdmission | undefined,
  caller: Principal | undefined,
): string {
  const foreign = admission?.plan?.parts.callers.find(
    (type) => !caller || !(caller instanceof type),
  )
  if (foreign)
    return `This takes a ${foreign.name}, and the caller is a ${caller?.constructor.name}.`
  if (scopes.length === 0 || !caller) return error.message
  const held = caller.scopes.length > 0 ? [caller.scopes].flat().join(', ') : 'none'
  const text = `This needs the scopes ${scopes.join(', ')}, and the caller holds ${held}.`
  return caller instanceof LocalPrincipal ? `${text} ${remedy}` : text
}

/**
 * Returns the schemes that the options name, else those of OAuth, else all. Cookie schemes never count, because browsers
 * send cookies on their own.
 */
function schemesFor({ schemes, mcp }: Authentication): ReadonlyMap<string, Scheme<never>> {
  const usable = [...schemes].filter(([, { reads }]) => !('cookie' in reads))
  const named = mcp.schemes && usable.filter(([name]) => mcp.schemes?.includes(name))
  const issued = usable.filter(([, { authorizationServers }]) => authorizationServers)
  return new Map(named ?? (issued.length > 0 ? issued : usable))
}
