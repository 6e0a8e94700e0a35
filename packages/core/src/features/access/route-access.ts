import { andThen, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import { defaultBinding } from '../../base/container/binding.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { Invocation, type ParameterResolver } from '../../http/binding/parameter-resolver.ts'
import { provideRequest } from '../../http/binding/provide-request.ts'
import type { CheckArguments, TargetAccess } from '../../http/chain/access.ts'
import {
  builtInStage,
  type Middleware,
  type MiddlewareClass,
  type Next,
} from '../../http/chain/middleware.ts'
import { validationFailed } from '../../http/error-handling/error-format.ts'
import { jsonHeaders, shareHeaders } from '../../http/message/header-list.ts'
import { optionsOf } from '../../http/message/http-error.ts'
import { beforeHead, type HttpRequest } from '../../http/message/http-request.ts'
import { type Reply, withMoreHeaders } from '../../http/message/reply.ts'
import type { Route } from '../../http/routing/route.ts'
import { policyCalls, type AccessGuard } from './access-guard.ts'
import { describeRule, ruleText, type AccessRule } from './access-rule.ts'
import { CredentialReader, fieldsOf } from './credentials.ts'
import { Denied } from './errors.ts'
import type { PolicyCall, PolicyPlan } from './policy.ts'
import { actorOf, Principal } from './principal.ts'

/** A policy and the resolvers of its arguments. */
interface EarlyPolicy {
  readonly policy: PolicyPlan
  readonly resolvers: readonly ParameterResolver[]
}

export interface RouteAccessOptions {
  readonly route?: Route | undefined
  /** Returns true if the rule applies to a request. Default: all requests. */
  readonly appliesTo?: ((request: HttpRequest) => boolean) | undefined
  /** Changes the reply to a request, even if the request is rejected. */
  readonly finish?: FinishReply | undefined
}

/** Changes a reply before it is sent. */
export type FinishReply = (reply: Reply, request: HttpRequest) => MaybePromise<Reply>

/** Applies an access rule to the requests of one route or path. */
export class RouteAccess implements TargetAccess {
  readonly middleware: MiddlewareClass = AccessGate
  readonly provides: readonly Class[]
  readonly check: CheckArguments | undefined
  readonly #rule: AccessRule
  readonly #guard: AccessGuard
  readonly #appliesTo: RouteAccessOptions['appliesTo']
  readonly #finishReply: FinishReply | undefined
  readonly #fields: readonly string[]
  /** The headers that are added to most replies. */
  readonly #headers: readonly string[]
  /**
   * The default headers of JSON replies and `#headers`, in one shared list, whose serialized form
   * adapters cache.
   */
  readonly #jsonHeaders: readonly string[]
  readonly #reader: CredentialReader
  /** The policies that need no data from the body. */
  readonly #early: readonly EarlyPolicy[]

  constructor(rule: AccessRule, guard: AccessGuard, options: RouteAccessOptions = {}) {
    const { route, appliesTo, finish } = options
    const prepared = rule.preparing.flatMap((scheme) => scheme.provides)
    this.provides = rule.authentication === 'none' ? prepared : [Principal, ...prepared]
    this.#rule = rule
    this.#guard = guard
    this.#appliesTo = appliesTo
    this.#finishReply = finish
    this.#fields = fieldsOf(rule.schemes)
    this.#headers = ['cache-control', cacheControl, 'vary', this.#fields.join(', ')]
    this.#jsonHeaders = shareHeaders([...jsonHeaders, ...this.#headers])
    this.#reader = new CredentialReader(rule.schemes, guard.authentication)
    const resolversOf = ({ indexes }: PolicyPlan) =>
      indexes.map((index) => route?.arguments.resolvers[index] as ParameterResolver)
    const isLate = (policy: PolicyPlan) => resolversOf(policy).some(isOfBody)
    this.#early = rule.policies
      .filter((policy) => !isLate(policy))
      .map((policy) => ({ policy, resolvers: resolversOf(policy) }))
    const late = rule.policies.filter(isLate)
    if (late.length > 0) {
      this.check = (args, request) =>
        this.#checkPolicies(policyCalls(late, args), request, request.get(Principal))
    }
  }

  get openApi(): TargetAccess['openApi'] {
    return describeRule(this.#rule)
  }

  get description(): string {
    return ruleText(this.#rule)
  }

  /** Authenticates the caller of a request and checks the rule. Throws or rejects if the request is not allowed. */
  enter(request: HttpRequest): MaybePromise<void> {
    if (this.#appliesTo?.(request) === false) return
    if (this.#rule.preparing.length === 0) return this.#identify(request)
    return this.#prepare(request)
  }

  async #prepare(request: HttpRequest): Promise<void> {
    for (const scheme of this.#rule.preparing) await scheme.prepare?.(request)
    await this.#identify(request)
  }

  #identify(request: HttpRequest): MaybePromise<void> {
    const rule = this.#rule
    if (rule.authentication === 'none') return
    beforeHead(request, (reply) => {
      const finished = this.#finish(reply, request)
      return this.#finishReply?.(finished, request) ?? finished
    })
    const caller = actorOf(request.source) ?? this.#guard.identify(rule, request, this.#reader)
    return andThen(caller, (principal) => this.#check(request, principal))
  }

  #check(request: HttpRequest, principal: Principal | undefined): MaybePromise<void> {
    const rule = this.#rule
    return andThen(this.#guard.check(rule, principal, request), (refusal) => {
      if (refusal) throw this.#guard.refuse(rule, refusal, principal)
      if (!principal) return
      request.provide(Principal, principal)
      return this.#early.length > 0 ? this.#checkEarlyPolicies(request, principal) : undefined
    })
  }

  #checkEarlyPolicies(request: HttpRequest, principal: Principal): MaybePromise<void> {
    const invocation = new Invocation(request, request.context?.values ?? [], undefined)
    const calls = this.#early.map(({ policy, resolvers }) => ({
      policy,
      args: resolvers.map((resolver) => resolver.resolve(invocation)),
    }))
    if (invocation.errors.length > 0) throw validationFailed(invocation.errors)
    return this.#checkPolicies(calls, request, principal)
  }

  #checkPolicies(
    calls: readonly PolicyCall[],
    request: HttpRequest,
    principal: Principal,
  ): MaybePromise<void> {
    const rule = this.#rule
    const decision = this.#guard.checkPolicies(rule, principal, calls, provideRequest(request))
    return andThen(decision, (refusal) => {
      if (refusal) throw this.#guard.refuse(rule, refusal, principal)
    })
  }

  /**
   * Adds `vary`, and `cache-control` unless the method has set it, so that caches do not serve the response to another
   * caller. If the method has denied the call, reports the denial, and adds a challenge for the missing scopes.
   */
  #finish(reply: Reply, request: HttpRequest): Reply {
    const cacheable = this.#withCacheHeaders(reply)
    const { error } = reply
    if (!(error instanceof Denied)) return cacheable
    const principal = request.context?.find(Principal)
    this.#guard.reportDenied(this.#rule, error, principal)
    if (error.scopes.length === 0) return cacheable
    const { headers = {} } = optionsOf(this.#guard.stepUp(this.#rule, error.scopes))
    const challenge = headers['www-authenticate']
    return challenge === undefined
      ? cacheable
      : cacheable.replacingHeader('www-authenticate', challenge)
  }

  #withCacheHeaders(reply: Reply): Reply {
    if (reply.headers === jsonHeaders) return reply.withHeaders(this.#jsonHeaders)
    const cacheControlHeader = reply.header('cache-control')
    if (cacheControlHeader === undefined && reply.header('vary') === undefined)
      return withMoreHeaders(reply, this.#headers)
    // Event streams and files are sent with `no-cache`, which lets shared caches store them.
    const isOpen = cacheControlHeader === undefined || cacheControlHeader === 'no-cache'
    const adjusted = isOpen ? reply.replacingHeader('cache-control', cacheControl) : reply
    return adjusted.vary(...this.#fields)
  }
}

const cacheControl = 'private, no-cache'

function isOfBody({ kind }: ParameterResolver): boolean {
  return kind === 'body' || kind === 'upload'
}

/** Enforces the access rule of the target of each request. */
class AccessGate implements Middleware {
  static readonly [builtInStage] = 'authenticate'
  static readonly [defaultBinding] = (): AccessGate => new AccessGate()

  handle(request: HttpRequest, next: Next): MaybePromise<Reply> {
    const access = request.attribute(RouteAccess) as RouteAccess
    return andThen(access.enter(request), () => next())
  }
}
