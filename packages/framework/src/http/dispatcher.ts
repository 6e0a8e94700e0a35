import type { BodyLimits } from '../binding/body-limits.ts'
import { Invocation, type ParameterResolver } from '../binding/parameter-resolver.ts'
import { provideRequest } from '../binding/provide-request.ts'
import type { readMultipart } from '../binding/multipart/read-multipart.ts'
import { mediaTypeOf, parseBody, type Decoded } from '../binding/read-body.ts'
import type { Resolver, Token } from '../container/binding.ts'
import type { Container } from '../container/container.ts'
import { prepareInvoke } from '../container/invoke.ts'
import { exchangeOf, type Exchange, type HttpRequest } from '../message/http-request.ts'
import type { Answer } from '../message/reply.ts'
import type { CheckArguments } from './chain/admission.ts'
import { failed, failuresReply } from './error-handling/error-reply.ts'
import type { Route } from './routing/route.ts'
import type { ToJsonForm } from '../schema/json-form.ts'
import { answerForm } from '../responses/answer-form.ts'
import { holdSchemas, readWaiting } from '../validation/waiting-schemas.ts'
import { planChecks, type ChecksPlan } from '../validation/run-checks.ts'
import { toAnswer, toReply } from '../responses/to-reply.ts'
import { untilComplete } from '../responses/until-complete.ts'

/** Handles a request of one route. `values` are the decoded values of its placeholders. */
export type Dispatch = (request: HttpRequest, values: readonly string[]) => Answer | Promise<Answer>

type Controller = Record<string, (...args: unknown[]) => unknown>

/** The input of a route's method: an invocation, or only the request if it has no parameters. */
type Given = Invocation | HttpRequest

type Run<G extends Given> = (given: G, request: HttpRequest) => Answer | Promise<Answer>

/** Checks the return value of a route's method before it becomes a response. May throw. */
export type Inspect = (
  route: Route,
  value: unknown,
  form: ToJsonForm | undefined,
) => void | Promise<void>

export interface DispatchOptions {
  readonly limits: BodyLimits
  readonly inspect?: Inspect | undefined
  /** Called with the arguments, before the method. */
  readonly check?: CheckArguments | undefined
  /** True if the controller comes from the scope of the chain around it. */
  readonly sharesScope: boolean
  /** True to throw failed validation, so that middleware sees it. Otherwise it becomes a reply immediately. */
  readonly throwsFailures: boolean
  /** True if the route has no middleware. */
  readonly isAlone: boolean
  /** Called right before the method if the request has a time limit. Throws if the request has timed out. */
  readonly begin?: ((request: HttpRequest) => void) | undefined
}

/** Creates the function that handles a route. Throws if the controller cannot be created. */
export function createDispatch(
  route: Route,
  container: Container,
  options: DispatchOptions,
): Dispatch {
  const { limits } = options
  const { controller } = route
  const checks = planChecks(route.arguments.checks, container)
  const lifetime = checks?.lifetime === 'request' ? 'request' : container.lifetime(controller)
  // The scope of a request ends with its response, and only a `Reply` reports that end.
  const isAlone = options.isAlone && lifetime === 'singleton'
  const prepare = <G extends Given>(call: Call<G>): Run<G> =>
    options.sharesScope
      ? (given, request) => callInScope(scopeOf(request), controller, call, given)
      : prepareInvoke(container, controller, call, provideRequest, untilComplete, lifetime)
  const { readsBody, jsonFields, resolvers } = route.arguments
  if (resolvers.length === 0) {
    const run = prepare(createCallAlone(route, { ...options, isAlone }))
    return (request) => run(request, request)
  }
  const run = prepare(createCall(route, { ...options, isAlone }, checks))
  if (!readsBody) {
    return (request, values) => run(new Invocation(request, values, undefined), request)
  }
  const runForm = (request: HttpRequest, values: readonly string[], body: Decoded) => {
    const invocation = new Invocation(request, values, body)
    return body.discard
      ? untilComplete(() => run(invocation, request), body.discard)
      : run(invocation, request)
  }
  return (request, values) => {
    const mediaType = mediaTypeOf(request)
    return mediaType === 'multipart/form-data'
      ? (forms ??= import('../binding/multipart/read-multipart.ts'))
          .then((form) => form.readMultipart(request, limits, jsonFields))
          .then((body) => runForm(request, values, body))
      : request.readText(limits.body).then((text) => {
          const body = parseBody(mediaType, text, limits)
          return run(new Invocation(request, values, body), request)
        })
  }
}

/** Loaded for the first form, because most applications never read one. */
let forms: Promise<{ readonly readMultipart: typeof readMultipart }> | undefined

function scopeOf(request: HttpRequest): Resolver {
  return (exchangeOf(request) as Exchange).scope as Resolver
}

type Call<G extends Given> = (
  controller: unknown,
  given: G,
  resolver: Resolver,
) => Answer | Promise<Answer>

function callInScope<G extends Given>(scope: Resolver, controller: Token, call: Call<G>, given: G) {
  return call(scope.get(controller), given, scope)
}

/** Converts the return value of a route's method to a response. */
type Finish = (value: unknown, request: HttpRequest) => Answer | Promise<Answer>

function createFinish(route: Route, { inspect, isAlone }: DispatchOptions): Finish {
  const { status } = route
  const plain = isAlone ? toAnswer : toReply
  const answer = inspect ? inspected(route, inspect) : plain
  const { returns } = route.declaration.method
  const form = returns && answerForm(returns)
  return (value, request) =>
    value instanceof Promise
      ? value.then((settled) => answer(settled, status, request, form))
      : answer(value, status, request, form)
}

/** Calls a method without parameters. It needs no invocation. */
function createCallAlone(route: Route, options: DispatchOptions): Call<HttpRequest> {
  const { methodName } = route
  const { begin, check } = options
  const finish = createFinish(route, options)
  const run = (controller: unknown, request: HttpRequest) => {
    begin?.(request)
    const method = (controller as Controller)[methodName] as Controller[string]
    return finish(method.call(controller), request)
  }
  return (controller, request) => {
    const checked = check?.(none, request)
    return checked ? checked.then(() => run(controller, request)) : run(controller, request)
  }
}

function createCall(
  route: Route,
  options: DispatchOptions,
  checks: ChecksPlan | undefined,
): Call<Invocation> {
  const { methodName } = route
  const { begin, check, throwsFailures } = options
  const { resolvers } = route.arguments
  const finish = createFinish(route, options)
  const run = (controller: unknown, args: readonly unknown[], { request }: Invocation) => {
    begin?.(request)
    const method = (controller as Controller)[methodName] as Controller[string]
    return finish(method.apply(controller, args as unknown[]), request)
  }
  const refuse = ({ errors }: Invocation) => {
    if (throwsFailures) throw failed(errors)
    return failuresReply(errors)
  }
  const proceed = checks ? afterChecks(checks, run, refuse) : run
  const receive: Proceed = (controller, args, invocation, services) => {
    if (invocation.errors.length > 0) return refuse(invocation)
    const checked = check?.(args, invocation.request)
    return checked
      ? checked.then(() => proceed(controller, args, invocation, services))
      : proceed(controller, args, invocation, services)
  }
  const types = route.declaration.method.parameters.map(({ type }) => type)
  if (!holdSchemas(types)) {
    return (controller, invocation, services) =>
      receive(controller, argumentsOf(resolvers, invocation), invocation, services)
  }
  return (controller, invocation, services) => {
    const args = readWaiting(invocation.errors, () => argumentsOf(resolvers, invocation))
    return args instanceof Promise
      ? args.then((settled) => receive(controller, settled, invocation, services))
      : receive(controller, args, invocation, services)
  }
}

const none: readonly unknown[] = []

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

type Proceed = (
  controller: unknown,
  args: readonly unknown[],
  invocation: Invocation,
  services: Resolver,
) => Answer | Promise<Answer>

/** Runs the checks that classes declare for their objects, then the method. */
function afterChecks(
  checks: ChecksPlan,
  run: Proceed,
  refuse: (invocation: Invocation) => Answer,
): Proceed {
  return (controller, args, invocation, services) => {
    const { errors } = invocation
    const finish = () =>
      errors.length > 0 ? refuse(invocation) : run(controller, args, invocation, services)
    const waiting = checks.run(errors, services)
    return waiting ? waiting.then(finish) : finish()
  }
}

function inspected(route: Route, inspect: Inspect): typeof toReply {
  return async (value, status, request, form) => {
    await inspect(route, value, form)
    return toReply(value, status, request, form)
  }
}
