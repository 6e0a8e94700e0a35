import { Invocation, type ParameterResolver } from '../binding/parameter-resolver.ts'
import { provideRequest } from '../binding/provide-request.ts'
import { defaultBinding } from '../container/binding.ts'
import type { AdmissionRules, CheckArguments, DescribedAdmission } from '../http/chain/admission.ts'
import { ownStage, type Middleware, type Next } from '../http/chain/middleware.ts'
import { failed } from '../http/error-handling/error-reply.ts'
import type { Route } from '../http/routing/route.ts'
import { beforeHead, exchangeOf, type HttpRequest } from '../message/http-request.ts'
import { optionsOf } from '../message/http-error.ts'
import { jsonHeaders, shareHeaders } from '../message/header-list.ts'
import { type Reply, withMore } from '../message/reply.ts'
import { soon } from '../message/soon.ts'
import type { Class } from '../reflection/type-info.ts'
import type { AccessPlan } from './access-plan.ts'
import { actorOf } from './acting-as.ts'
import { fieldsOf, type CredentialReader } from './credentials.ts'
import { Denied } from './denied.ts'
import type { Gatekeeper } from './gatekeeper.ts'
import type { PolicyPlan } from './policy-plan.ts'
import { Principal } from './principal.ts'
import type { Refusals } from './refusals.ts'

/** A policy, and the resolvers of its arguments. */
interface PolicyCall {
  readonly policy: PolicyPlan
  readonly resolvers: readonly ParameterResolver[]
}

export interface TargetRules {
  readonly refusals: Refusals
  /** Returns true if the rules apply to a request. Defaults to all requests. */
  readonly isAsking?: ((request: HttpRequest) => boolean) | undefined
}

/** One route or path with its access plan, and the gatekeeper that enforces it. */
export class GuardedTarget implements AdmissionRules {
  readonly plan: AccessPlan
  readonly provides: readonly Class[]
  readonly check: CheckArguments | undefined
  readonly #gatekeeper: Gatekeeper
  readonly #rules: TargetRules
  readonly #fields: readonly string[]
  /** Headers for most replies, and the shared list for JSON replies. */
  readonly #own: readonly string[]
  readonly #ownJson: readonly string[]
  readonly #reader: CredentialReader
  /** The policies that need no part of the body. */
  readonly #early: readonly PolicyCall[]

  constructor(
    plan: AccessPlan,
    route: Route | undefined,
    gatekeeper: Gatekeeper,
    rules: TargetRules,
    provides: readonly Class[],
  ) {
    this.plan = plan
    this.provides = provides
    this.#gatekeeper = gatekeeper
    this.#rules = rules
    this.#fields = fieldsOf(plan.parts.schemes)
    this.#own = ['cache-control', ownCache, 'vary', this.#fields.join(', ')]
    this.#ownJson = shareHeaders([...jsonHeaders, ...this.#own])
    this.#reader = gatekeeper.readerOf(plan)
    const calls = plan.parts.policies.map((policy) => ({
      policy,
      resolvers: policy.takes.map(
        (index) => route?.arguments.resolvers[index] as ParameterResolver,
      ),
    }))
    this.#early = calls.filter(({ resolvers }) => !resolvers.some(isOfBody))
    const late = calls.filter(({ resolvers }) => resolvers.some(isOfBody))
    this.check = late.length > 0 ? (args, request) => this.#askLate(late, args, request) : undefined
  }

  get described(): DescribedAdmission {
    return this.plan.described
  }

  get text(): string {
    return this.plan.text
  }

  /** Authenticates the caller of a request and checks the plan. Throws, or rejects, if the request is refused. */
  enter(request: HttpRequest): void | Promise<void> {
    const { preparing } = this.plan.parts
    if (this.#rules.isAsking?.(request) === false) return
    if (preparing.length === 0) return this.#identify(request)
    return this.#prepare(request)
  }

  async #prepare(request: HttpRequest): Promise<void> {
    for (const scheme of this.plan.parts.preparing) await scheme.prepare?.(request)
    await this.#identify(request)
  }

  #identify(request: HttpRequest): void | Promise<void> {
    const { plan } = this
    if (plan.parts.who === 'nobody') return
    beforeHead(request, (reply) => this.#finish(reply, request))
    const caller = actorOf(request.source) ?? this.#gatekeeper.identify(request, plan, this.#reader)
    return soon(caller, (principal) => this.#admit(request, principal))
  }

  #admit(request: HttpRequest, principal: Principal | undefined): void | Promise<void> {
    const { plan } = this
    const gatekeeper = this.#gatekeeper
    if (!principal) {
      if (plan.parts.who === 'optional') return
      throw gatekeeper.refuse(plan, this.#rules.refusals.missing(plan))
    }
    return soon(gatekeeper.judge(plan, principal, request), (refusal) => {
      if (refusal) throw gatekeeper.refuse(plan, refusal, { principal })
      request.provide(Principal, principal)
      return this.#early.length > 0 ? this.#askEarly(request, principal) : undefined
    })
  }

  #askEarly(request: HttpRequest, principal: Principal): void | Promise<void> {
    const invocation = new Invocation(request, exchangeOf(request)?.values ?? [], undefined)
    const calls = this.#early.map(({ policy, resolvers }) => ({
      policy,
      takes: resolvers.map((resolver) => resolver.resolve(invocation)),
    }))
    if (invocation.errors.length > 0) throw failed(invocation.errors)
    return this.#ask(calls, request, principal)
  }

  #askLate(
    late: readonly PolicyCall[],
    args: readonly unknown[],
    request: HttpRequest,
  ): void | Promise<void> {
    const calls = late.map(({ policy }) => ({
      policy,
      takes: policy.takes.map((index) => args[index]),
    }))
    return this.#ask(calls, request, request.get(Principal))
  }

  #ask(
    calls: readonly { readonly policy: PolicyPlan; readonly takes: readonly unknown[] }[],
    request: HttpRequest,
    principal: Principal,
  ): void | Promise<void> {
    const [first, ...others] = calls
    if (!first) return
    const { plan } = this
    const gatekeeper = this.#gatekeeper
    const provided = provideRequest(request)
    const { policy, takes } = first
    return soon(gatekeeper.ask(plan, policy, principal, takes, provided), (refusal) => {
      if (refusal) throw gatekeeper.refuse(plan, refusal, { principal })
      return this.#ask(others, request, principal)
    })
  }

  /** Adds `cache-control` and `vary`, so that caches do not serve the response to another caller. */
  #finish(reply: Reply, request: HttpRequest): Reply {
    const kept = this.#keep(reply)
    const { error } = reply
    if (!(error instanceof Denied)) return kept
    const principal = exchangeOf(request)?.provided?.get(Principal) as Principal | undefined
    this.#gatekeeper.refuse(this.plan, { reason: 'denied by the method', error }, { principal })
    if (error.scopes.length === 0) return kept
    const scopes = [...new Set([...this.plan.scopes, ...error.scopes])]
    const { headers = {} } = optionsOf(this.#rules.refusals.scope(this.plan, scopes).error)
    const challenge = headers['www-authenticate']
    return challenge === undefined ? kept : kept.replacingHeader('www-authenticate', challenge)
  }

  #keep(reply: Reply): Reply {
    if (reply.headers === jsonHeaders) return reply.withHeaders(this.#ownJson)
    const given = reply.header('cache-control')
    if (given === undefined && reply.header('vary') === undefined) return withMore(reply, this.#own)
    // Event streams and files use `no-cache`, which shared caches may store.
    const isOpen = given === undefined || given === 'no-cache'
    const own = isOpen ? reply.replacingHeader('cache-control', ownCache) : reply
    return own.vary(...this.#fields)
  }
}

const ownCache = 'private, no-cache'

function isOfBody({ kind }: ParameterResolver): boolean {
  return kind === 'body' || kind === 'upload'
}

/** Enforces the access rules of the target of each request. */
export class AccessGate implements Middleware {
  static readonly [ownStage] = 'authenticate'
  static readonly [defaultBinding] = (): AccessGate => new AccessGate()

  handle(request: HttpRequest, next: Next): Reply | Promise<Reply> {
    const target = request.attribute(GuardedTarget) as GuardedTarget
    return soon(target.enter(request), () => next())
  }
}
