import { Authentication } from '../access/authentication.ts'
import { Principal } from '../access/principal.ts'
import { ownChecks, suppliedParameters } from '../binding/argument-plan.ts'
import type { Resolver } from '../container/binding.ts'
import type { Container } from '../container/container.ts'
import { invokeInScope, untilSettled } from '../container/invoke.ts'
import type { Provided } from '../container/scope.ts'
import { isRequestScoped } from '../http/chain/chain.ts'
import {
  levelsOf,
  levelsOfApplication,
  type ChainPlanner,
  type Link,
} from '../http/chain/chain-plan.ts'
import { checkProvided } from '../http/chain/check-provided.ts'
import { InvalidMiddleware, MiddlewareFailed } from '../http/error-handling/errors.ts'
import { isOutside, type Middleware } from '../http/chain/middleware.ts'
import { ToolCall, type CalledTool } from '../http/chain/tool-call.ts'
import { Cookies } from '../message/cookies.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { ClassReflection, MethodReflection } from '../reflection/reflect.ts'
import type { Class } from '../reflection/type-info.ts'
import { Session } from '../sessions/session.ts'
import { planChecks } from '../validation/run-checks.ts'
import { UnguardedTool } from './errors.ts'

/** A method that may have middleware. */
interface Guarded {
  readonly class: Class
  /** `Class.method` */
  readonly owner: string
  readonly declaration?: { readonly class: ClassReflection; readonly method: MethodReflection }
}

/** The origin of one call. */
export interface CallOrigin {
  readonly request: HttpRequest | undefined
  /** The caller, if there is no request. */
  readonly caller?: Principal | undefined
  /** Present if the method has middleware. */
  readonly call?: ToolCall
}

interface GuardParts {
  readonly container: Container
  readonly planner: ChainPlanner
  /** The application class. Its middleware runs once for each request of `/mcp`. */
  readonly application: ClassReflection | undefined
  readonly provide: (origin: CallOrigin) => Provided | undefined
}

/** Starts a call and runs the middleware of a method; the innermost one calls `run`. */
export type Surround = (
  given: Readonly<Record<string, unknown>>,
  origin: CallOrigin,
  run: (call: ToolCall) => unknown,
) => unknown

type Guard = (call: ToolCall, run: (call: ToolCall) => unknown) => unknown

const target = { kind: 'endpoint', path: '/mcp' } as const

/**
 * Plans the middleware of a tool or resource, from its method and its class; undefined without middleware. Throws
 * `UnguardedTool` for middleware without `handleTool`.
 */
export function planGuard(
  { class: type, owner, declaration }: Guarded,
  tool: CalledTool,
  parts: GuardParts,
): { readonly surround: Surround; readonly sharesScope: boolean } | undefined {
  if (!declaration) return undefined
  const { container, planner } = parts
  const { class: reflection, method } = declaration
  const around = planner.plan(target, levelsOf(reflection, method))
  const links = around.links.filter(({ stage }) => !isOutside(stage))
  for (const link of links) refuseUnaware(link, owner)
  const constructor = `The constructor of ${type.name}`
  const constructed = container.supplied(type).map((each) => ({ name: constructor, type: each }))
  const checks = planChecks(ownChecks(method), container)?.supplied ?? []
  const parameters = [...constructed, ...suppliedParameters(method), ...checks]
  refuseOfBrowsers(owner, method, parameters)
  const outside = planner.plan(target, levelsOfApplication(parts.application))
  const given = container.has(Authentication) ? [Principal] : []
  const needs = { name: owner, at: method.at, parameters }
  checkProvided(links, container, needs, [...outside.provides, ...given])
  if (links.length === 0) return undefined
  const guard = links.reduceRight<Guard>(
    (inner, link) => guardBy(link, inner, container),
    (call, run) => run(call),
  )
  const begin = (given: Readonly<Record<string, unknown>>, { request, caller }: CallOrigin) =>
    new ToolCall(tool, given, request, around, caller && new Map([[Principal, caller]]))
  const sharesScope = links.some((link) => isRequestScoped(link, container))
  if (!sharesScope) {
    return { sharesScope, surround: (given, origin, run) => guard(begin(given, origin), run) }
  }
  const surround: Surround = (given, origin, run) => {
    const call = begin(given, origin)
    const guarded = (scope: Resolver) => {
      call.scope = scope
      return guard(call, run)
    }
    const until = (act: () => unknown, end: () => PromiseLike<unknown>) =>
      untilSettled(act, () => afterLateWork(call, end))
    return invokeInScope(container, guarded, parts.provide({ ...origin, call }), until)
  }
  return { sharesScope, surround }
}

/** Ends the scope of a call that has been abandoned only after its late work, which still uses the services. */
function afterLateWork({ late }: ToolCall, end: () => PromiseLike<unknown>): PromiseLike<unknown> {
  if (!late) return end()
  void late.then(end)
  return Promise.resolve()
}

/** Types that come from browsers only, and that agents cannot provide. */
const ofBrowsers: ReadonlySet<Class> = new Set<Class>([Cookies, Session])

function refuseOfBrowsers(
  owner: string,
  { at }: MethodReflection,
  parameters: readonly { readonly name: string; readonly type: Class }[],
): void {
  const found = parameters.find(({ type }) => ofBrowsers.has(type))
  if (!found) return
  const { name, type } = found
  throw new InvalidMiddleware(
    owner,
    at,
    `${name} takes a ${type.name}, which agents do not have. Take what the tool needs as an argument.`,
  )
}

function refuseUnaware({ type, level }: Link, owner: string): void {
  if (typeof (type.prototype as Middleware).handleTool === 'function') return
  throw new UnguardedTool(owner, level.at, type.name)
}

function guardBy({ type }: Link, inner: Guard, container: Container): Guard {
  const isSingleton = container.lifetime(type) === 'singleton'
  return (call, run) => {
    const middleware = isSingleton ? container.get(type) : (call.scope as Resolver).get(type)
    let isCalled = false
    return (middleware as Required<Middleware>).handleTool(call, () => {
      if (isCalled) throw new MiddlewareFailed(type.name, 'called next() twice. A chain runs once.')
      isCalled = true
      call.abort?.signal.throwIfAborted()
      return inner(call, run)
    })
  }
}
