import { isPromise, type MaybePromise } from '../base/platform/maybe-promise.ts'
import type { BodyLimits } from './binding/body-limits.ts'
import { Invocation, type ParameterResolver } from './binding/parameter-resolver.ts'
import { provideRequest } from './binding/provide-request.ts'
import type { readMultipart } from './binding/multipart/read-multipart.ts'
import { mediaTypeOf, parseBody } from './binding/read-body.ts'
import type { Lifetime, Resolver } from '../base/container/binding.ts'
import type { Container } from '../base/container/container.ts'
import {
  findTarget,
  lifetimeOf,
  planCall,
  withScope,
  type Call,
  type Methods,
} from '../calls/plan-call.ts'
import type { Handler } from './message/handler.ts'
import type { HttpRequest, RequestContext } from './message/http-request.ts'
import type { ReplyOrResponse } from './message/reply.ts'
import type { CheckArguments } from './chain/access.ts'
import { failed, failuresReply } from './error-handling/error-form.ts'
import type { Route } from './routing/route.ts'
import type { ToJsonForm } from '../data/schema/json-form.ts'
import { responseForm } from './responses/response-form.ts'
import { holdSchemas, readWaiting } from '../data/validation/waiting-schemas.ts'
import { planChecks } from '../data/validation/run-checks.ts'
import { writeOrReply, toReply } from './responses/to-reply.ts'
import { untilComplete } from './responses/until-complete.ts'

/** A request, the decoded values of its placeholders, and its services: its context, if it has one. */
export type MatchedRequest = Pick<RequestContext, 'request' | 'values' | 'services'>

/** Handles a matched request. */
export type Dispatch = (matched: MatchedRequest) => MaybePromise<ReplyOrResponse>

/** The handler of a request, and the decoded values of its placeholders. */
export interface Match {
  readonly dispatch: Dispatch
  readonly values: readonly string[]
}

/** Returns the match of a target without placeholders. */
export function toMatch(handler: Handler): Match {
  return { dispatch: ({ request }) => handler(request), values: [] }
}

/** Checks the return value of a route method before it is converted to a response. May throw. */
export type Inspect = (
  route: Route,
  value: unknown,
  form: ToJsonForm | undefined,
) => MaybePromise<void>

export interface DispatchOptions {
  readonly limits: BodyLimits
  readonly inspect?: Inspect | undefined
  /** Called with the arguments, before the method. */
  readonly check?: CheckArguments | undefined
  /** True if the controller uses the scope of the middleware around it. */
  readonly sharesScope: boolean
  /** True to throw validation errors, so that middleware sees them. Otherwise they become a reply immediately. */
  readonly throwsFailures: boolean
  /** True if the route has no middleware. */
  readonly isAlone: boolean
}

/** Creates the function that handles a route. Throws if the controller cannot be created. */
export function createDispatch(
  route: Route,
  container: Container,
  options: DispatchOptions,
): Dispatch {
  const { limits } = options
  const { readsBody, jsonFields, resolvers } = route.arguments
  if (resolvers.length === 0) {
    const run = planCallAlone(route, container, options)
    return ({ request, services }) => run(request, services)
  }
  const run = planRouteCall(route, container, options)
  if (!readsBody) {
    return ({ request, values, services }) =>
      run(new Invocation(request, values, undefined), services)
  }
  return ({ request, values, services }) => {
    const mediaType = mediaTypeOf(request)
    return mediaType === 'multipart/form-data'
      ? (forms ??= import('./binding/multipart/read-multipart.ts'))
          .then((form) => form.readMultipart(request, limits, jsonFields))
          .then((body) => runForm(run, new Invocation(request, values, body), services))
      : request.readText(limits.body).then((text) => {
          const body = parseBody(mediaType, text, limits)
          return run(new Invocation(request, values, body), services)
        })
  }
}

/** Handles a form, and deletes its files once the response is complete. */
function runForm(
  run: Call<Invocation, ReplyOrResponse>,
  invocation: Invocation,
  services: Resolver,
) {
  const discard = invocation.body?.discard
  return discard
    ? untilComplete(() => run(invocation, services), discard)
    : run(invocation, services)
}

/** Loaded when the first form arrives, because most applications never read one. */
let forms: Promise<{ readonly readMultipart: typeof readMultipart }> | undefined

/** Plans the calls of a method without parameters, which needs no `Invocation`. */
function planCallAlone(
  route: Route,
  container: Container,
  options: DispatchOptions,
): Call<HttpRequest, ReplyOrResponse> {
  const { controller: type, methodName } = route
  const { sharesScope } = options
  const parts = { container, type, sharesScope, provide: provideRequest, until: untilComplete }
  const find = findTarget(parts)
  const finish = createFinish(route, options, container.lifetime(type))
  return withScope(parts, (request, services) => {
    const target = find(services) as Methods
    request.context?.throwIfOver()
    return finish((target[methodName] as Methods[string]).call(target), request)
  })
}

function planRouteCall(
  route: Route,
  container: Container,
  options: DispatchOptions,
): Call<Invocation, ReplyOrResponse> {
  const { controller: type, methodName, declaration } = route
  const { checks: own, resolvers } = route.arguments
  const { check, throwsFailures, sharesScope } = options
  const checks = planChecks(own, container)
  const finish = createFinish(route, options, lifetimeOf(container, type, checks))
  const read = (invocation: Invocation) => argumentsOf(resolvers, invocation)
  return planCall({
    container,
    type,
    methodName,
    checks,
    sharesScope,
    provide: ({ request }) => provideRequest(request),
    until: untilComplete,
    authorize: check && ((args, { request }) => check(args, request)),
    read: holdSchemas(declaration.method.parameters.map((each) => each.type))
      ? (invocation) => readWaiting(invocation.errors, () => read(invocation))
      : read,
    refuse: ({ errors }) => {
      if (throwsFailures) throw failed(errors)
      return failuresReply(errors)
    },
    finish: (value, { request }) => finish(value, request),
  })
}

/** Converts the return value of a route method to a response. */
type Finish = (value: unknown, request: HttpRequest) => MaybePromise<ReplyOrResponse>

function createFinish(
  route: Route,
  { inspect, isAlone }: DispatchOptions,
  lifetime: Lifetime,
): Finish {
  const { status } = route
  // The scope of a request ends with its response, and only a `Reply` reports when that happens.
  const plain = isAlone && lifetime === 'singleton' ? writeOrReply : toReply
  const convert = inspect ? inspected(route, inspect) : plain
  const { returns } = route.declaration.method
  const form = returns && responseForm(returns)
  return (value, request) =>
    isPromise(value)
      ? value.then((settled) => convert(settled, status, request, form))
      : convert(value, status, request, form)
}

function argumentsOf(
  resolvers: readonly ParameterResolver[],
  invocation: Invocation,
): readonly unknown[] {
  // oxlint-disable-next-line unicorn/no-new-array -- Filled by a loop, it costs less than `map` on every platform.
  const args = new Array<unknown>(resolvers.length)
  for (let index = 0; index < args.length; index += 1) {
    args[index] = (resolvers[index] as ParameterResolver).resolve(invocation)
  }
  return args
}

function inspected(route: Route, inspect: Inspect): typeof toReply {
  return async (value, status, request, form) => {
    await inspect(route, value, form)
    return toReply(value, status, request, form)
  }
}
