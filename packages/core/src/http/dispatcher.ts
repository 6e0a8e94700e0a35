import { isPromise, type MaybePromise } from '../base/platform/maybe-promise.ts'
import type { BodyLimits } from './binding/body-limits.ts'
import { Invocation, type ParameterResolver } from './binding/parameter-resolver.ts'
import { provideRequest } from './binding/provide-request.ts'
import type { readMultipart } from './binding/multipart/read-multipart.ts'
import { mediaTypeOf, parseBody } from './binding/read-body.ts'
import type { Lifetime, Resolver } from '../base/container/binding.ts'
import type { Container } from '../base/container/container.ts'
import type { ProvidedObjects } from '../base/container/scope.ts'
import {
  createTargetGetter,
  lifetimeOf,
  planCall,
  withScope,
  type Call,
  type Methods,
} from '../calls/plan-call.ts'
import type { Handler } from './message/handler.ts'
import type { RequestContext } from './message/http-request.ts'
import type { ReplyOrResponse } from './message/reply.ts'
import type { CheckArguments } from './chain/access.ts'
import { validationFailed, failuresReply } from './error-handling/error-format.ts'
import type { Route } from './routing/route.ts'
import type { ToJsonForm } from '../data/schema/json-form.ts'
import { responseForm } from './responses/response-form.ts'
import { includeSchemas, readWithSchemas } from '../data/validation/async-schemas.ts'
import { planChecks } from '../data/validation/run-checks.ts'
import { writeOrReply, toReply } from './responses/to-reply.ts'
import { untilComplete } from './responses/until-complete.ts'

/**
 * A request, the decoded values of its placeholders, and its services. With middleware, this is the `RequestContext`.
 */
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
  /** Called with the arguments before the route method. */
  readonly check?: CheckArguments | undefined
  /** True if the controller uses the scope of the middleware around it. */
  readonly sharesScope: boolean
  /** True if validation errors are thrown. Otherwise they become a reply immediately. */
  readonly throwsFailures: boolean
  /** True if the route has no middleware. */
  readonly withoutMiddleware: boolean
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
    const run = planCallWithoutArguments(route, container, options)
    return (matched) => run(matched, matched.services)
  }
  const run = planRouteCall(route, container, options)
  if (!readsBody) {
    return ({ request, values, services }) =>
      run(new Invocation(request, values, undefined), services)
  }
  return ({ request, values, services }) => {
    const mediaType = mediaTypeOf(request)
    return mediaType === 'multipart/form-data'
      ? (multipartModule ??= import('./binding/multipart/read-multipart.ts'))
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

/** The module that reads forms. It is loaded when the first form arrives, because most applications never read one. */
let multipartModule: Promise<{ readonly readMultipart: typeof readMultipart }> | undefined

/** Plans the calls of a method without parameters, which needs no `Invocation`. */
function planCallWithoutArguments(
  route: Route,
  container: Container,
  options: DispatchOptions,
): Call<MatchedRequest, ReplyOrResponse> {
  const { controller: type, methodName } = route
  const { sharesScope } = options
  const parts = { container, type, sharesScope, provide, until: untilComplete }
  const getTarget = createTargetGetter(parts)
  const finish = createFinish(route, options, container.lifetime(type))
  return withScope(parts, (matched, services) => {
    const target = getTarget(services) as Methods
    matched.request.context?.throwIfOver()
    return finish((target[methodName] as Methods[string]).call(target), matched)
  })
}

function planRouteCall(
  route: Route,
  container: Container,
  options: DispatchOptions,
): Call<Invocation, ReplyOrResponse> {
  const { controller: type, methodName, declaration } = route
  const { checks: declaredChecks, resolvers } = route.arguments
  const { check, throwsFailures, sharesScope } = options
  const checks = planChecks(declaredChecks, container)
  const finish = createFinish(route, options, lifetimeOf(container, type, checks))
  const read = (invocation: Invocation) => argumentsOf(resolvers, invocation)
  return planCall({
    container,
    type,
    methodName,
    checks,
    sharesScope,
    provide,
    until: untilComplete,
    authorize: check && ((args, { request }) => check(args, request)),
    read: includeSchemas(declaration.method.parameters.map((each) => each.type))
      ? (invocation) => readWithSchemas(invocation.errors, () => read(invocation))
      : read,
    refuse: ({ errors }) => {
      if (throwsFailures) throw validationFailed(errors)
      return failuresReply(errors)
    },
    finish,
  })
}

function provide({ request }: Pick<MatchedRequest, 'request'>): ProvidedObjects {
  return provideRequest(request)
}

/** Converts the return value of a route method to a response. */
type Finish = (
  value: unknown,
  { request }: Pick<MatchedRequest, 'request'>,
) => MaybePromise<ReplyOrResponse>

function createFinish(
  route: Route,
  { inspect, withoutMiddleware }: DispatchOptions,
  lifetime: Lifetime,
): Finish {
  const { status } = route
  // `writeOrReply` may return a `Response`. Middleware would have to convert it, and `untilComplete` would have to read
  // its body.
  const plain = withoutMiddleware && lifetime === 'singleton' ? writeOrReply : toReply
  const convert = inspect ? withInspection(route, inspect) : plain
  const { returns } = route.declaration.method
  const form = returns && responseForm(returns)
  return (value, { request }) =>
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

function withInspection(route: Route, inspect: Inspect): typeof toReply {
  return async (value, status, request, form) => {
    await inspect(route, value, form)
    return toReply(value, status, request, form)
  }
}
