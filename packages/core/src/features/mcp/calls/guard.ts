import { Authentication } from '../../access/authentication.ts'
import { Principal } from '../../access/principal.ts'
import { parameterChecks, suppliedParameters } from '../../../http/binding/argument-plan.ts'
import type { Container } from '../../../base/container/container.ts'
import { untilSettled } from '../../../base/container/invoke.ts'
import { logThrown } from '../../../base/logging/thrown.ts'
import { Logger } from '../../../base/logging/logger.ts'
import { MiddlewareCall, type ContextPlan } from '../../../calls/call-context.ts'
import { runInScope } from '../../../calls/run-in-scope.ts'
import type { ProvidedObjects } from '../../../base/container/scope.ts'
import { isRequestScoped } from '../../../http/chain/chain.ts'
import {
  levelsOf,
  levelsOfApplication,
  type ChainPlanner,
  type PlannedMiddleware,
} from '../../../http/chain/chain-plan.ts'
import { checkProvided } from '../../../http/chain/check-provided.ts'
import { InvalidMiddleware } from '../../../http/error-handling/errors.ts'
import { isOuterStage, type Middleware } from '../../../http/chain/middleware.ts'
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
  readonly provide: (call: ToolCall) => ProvidedObjects
}

/** Calls a method, and returns its value. */
export type Invoke = (invocation: Invocation) => unknown

/** The middleware of a method. */
export interface GuardPlan {
  /** Returns a function that runs the middleware around another function. */
  wrap(invoke: Invoke): Invoke
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
  const middleware = plan.middleware.filter(({ stage }) => !isOuterStage(stage))
  for (const planned of middleware) refuseWithoutHandleTool(planned, owner)
  const constructor = `The constructor of ${type.name}`
  const constructed = container.supplied(type).map((each) => ({ name: constructor, type: each }))
  const checks = planChecks(parameterChecks(method), container)?.supplied ?? []
  const parameters = [...constructed, ...suppliedParameters(method), ...checks]
  refuseBrowserOnly(owner, method, parameters)
  const outside = planner.plan(target, levelsOfApplication(parts.application))
  const principals = container.has(Authentication) ? [Principal] : []
  const needs = { name: owner, at: method.at, parameters }
  checkProvided(middleware, container, needs, [...outside.provides, ...principals])
  if (middleware.length === 0) return undefined
  const wrap = (invoke: Invoke) => middleware.reduceRight(wrapWith, invoke)
  const sharesScope = middleware.some((planned) => isRequestScoped(planned, container))
  if (!sharesScope) return { sharesScope, wrap, plan }
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
  return { sharesScope, wrap: (invoke) => inScope(wrap(invoke)), plan }
}

/** Classes that depend on cookies, which agents do not send. */
const browserOnly: ReadonlySet<Class> = new Set<Class>([Cookies, Session])

function refuseBrowserOnly(
  owner: string,
  { at }: MethodReflection,
  parameters: readonly { readonly name: string; readonly type: Class }[],
): void {
  const found = parameters.find(({ type }) => browserOnly.has(type))
  if (!found) return
  const { name, type } = found
  throw new InvalidMiddleware(
    owner,
    at,
    `${name} takes ${type.name}, which does not exist for agents. Declare the required data as an argument.`,
  )
}

function refuseWithoutHandleTool({ type, level }: PlannedMiddleware, owner: string): void {
  if (typeof (type.prototype as Middleware).handleTool === 'function') return
  throw new UnguardedTool(owner, level.at, type.name)
}

function wrapWith(inner: Invoke, { type }: PlannedMiddleware): Invoke {
  return (invocation) => {
    const { context } = invocation
    const middleware = context.services.get(type) as Required<Middleware>
    const call = new MiddlewareCall(type.name, context)
    return middleware.handleTool(context, () => {
      call.proceed()
      return inner(invocation)
    })
  }
}
