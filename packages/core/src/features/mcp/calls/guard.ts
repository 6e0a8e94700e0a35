import { Authentication } from '../../access/authentication.ts'
import { Principal } from '../../access/principal.ts'
import { ownChecks, suppliedParameters } from '../../../http/binding/argument-plan.ts'
import type { Container } from '../../../base/container/container.ts'
import { untilSettled } from '../../../base/container/invoke.ts'
import { logThrown } from '../../../base/logging/thrown.ts'
import { Logger } from '../../../base/logging/logger.ts'
import { MiddlewareCall, type ContextPlan } from '../../../calls/call-context.ts'
import { runInScope } from '../../../calls/run-in-scope.ts'
import type { Provided } from '../../../base/container/scope.ts'
import { isRequestScoped } from '../../../http/chain/chain.ts'
import {
  levelsOf,
  levelsOfApplication,
  type ChainPlanner,
  type Link,
} from '../../../http/chain/chain-plan.ts'
import { checkProvided } from '../../../http/chain/check-provided.ts'
import { InvalidMiddleware } from '../../../http/error-handling/errors.ts'
import { isOutside, type Middleware } from '../../../http/chain/middleware.ts'
import type { CalledTool, ToolCall } from '../../../http/chain/tool-call.ts'
import { Cookies } from '../../../http/message/cookies.ts'
import type {
  ClassReflection,
  MethodReflection,
} from '../../../base/reflection/class-reflection.ts'
import type { Class } from '../../../base/reflection/type-info.ts'
import { Session } from '../../sessions/session.ts'
import { planChecks } from '../../../data/validation/run-checks.ts'
import type { Handler } from '../catalogue/handler.ts'
import { UnguardedTool } from '../protocol/errors.ts'
import type { Invocation } from './invocation.ts'

interface GuardParts {
  readonly container: Container
  readonly planner: ChainPlanner
  /** The application class. Its middleware runs once for each request to `/mcp`. */
  readonly application: ClassReflection | undefined
  readonly provide: (call: ToolCall) => Provided
}

/** Calls a method, and returns its value. */
export type Invoke = (invocation: Invocation) => unknown

/** The middleware of a method. */
export interface GuardPlan {
  /** Returns a function that runs the middleware around another. */
  around(invoke: Invoke): Invoke
  /** True if the middleware and the method use services from the same scope. */
  readonly sharesScope: boolean
  readonly plan: ContextPlan
}

const target = { kind: 'endpoint', path: '/mcp' } as const

/**
 * Plans the middleware of a tool or resource, from its method and its class; undefined without middleware. Throws
 * `UnguardedTool` for middleware without `handleTool`.
 */
export function planGuard(
  { class: type, owner, declaration }: Handler,
  tool: CalledTool,
  parts: GuardParts,
): GuardPlan | undefined {
  if (!declaration) return undefined
  const { container, planner } = parts
  const { class: reflection, method } = declaration
  const plan = planner.plan(target, levelsOf(reflection, method))
  const links = plan.links.filter(({ stage }) => !isOutside(stage))
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
  const around = (invoke: Invoke) => links.reduceRight(surroundWith, invoke)
  const sharesScope = links.some((link) => isRequestScoped(link, container))
  if (!sharesScope) return { sharesScope, around, plan }
  const inScope =
    (invoke: Invoke): Invoke =>
    (invocation) =>
      runInScope(invocation.context, () => invoke(invocation), {
        container,
        provided: parts.provide(invocation.context),
        until: untilSettled,
        report: (error) =>
          logThrown(() => container.get(Logger), 'error', 'A tool failed.', {
            tool: tool.name,
            error,
          }),
      })
  return { sharesScope, around: (invoke) => inScope(around(invoke)), plan }
}

/** Types that only exist for browsers, so agents cannot provide them. */
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
    `${name} takes a ${type.name}, which does not exist for agents. Declare the required data as an argument.`,
  )
}

function refuseUnaware({ type, level }: Link, owner: string): void {
  if (typeof (type.prototype as Middleware).handleTool === 'function') return
  throw new UnguardedTool(owner, level.at, type.name)
}

function surroundWith(inner: Invoke, { type }: Link): Invoke {
  return (invocation) => {
    const { context } = invocation
    const middleware = context.services.get(type) as Required<Middleware>
    const around = new MiddlewareCall(type.name, context)
    return middleware.handleTool(context, () => {
      around.proceed()
      return inner(invocation)
    })
  }
}
