import { andThen, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import { provideRequest } from '../binding/provide-request.ts'
import { isRequestClass } from '../../base/container/binding.ts'
import type { Container } from '../../base/container/container.ts'
import { attemptEach } from '../../base/reflection/attempt.ts'
import { placeOfMarked } from '../../base/reflection/marked-methods.ts'
import { createTargetGetter, withScope } from '../../calls/plan-call.ts'
import { HttpError, optionsOf } from '../message/http-error.ts'
import { HttpRequest } from '../message/http-request.ts'
import { Reply, ResponseReply, type ReplyOrResponse } from '../message/reply.ts'
import { ValidationFailed } from '../../data/validation/validation-failed.ts'
import type { ErrorHandler, ErrorHandlers } from './error-handlers.ts'
import { internalError, type ErrorFormat } from './error-format.ts'
import { InvalidErrorHandler } from './errors.ts'
import { toReply } from '../responses/to-reply.ts'
import { untilComplete } from '../responses/until-complete.ts'

/** The input of an error handler. `request` is undefined if a tool was called over stdio. */
interface ErrorInput {
  readonly error: unknown
  readonly request: HttpRequest | undefined
}

type Call = (thrown: ErrorInput) => MaybePromise<ReplyOrResponse>

/** Calls the error handlers of an application. */
export class ErrorMapper {
  readonly #handlers: ErrorHandlers
  readonly #format: ErrorFormat
  readonly #calls = new Map<ErrorHandler, Call>()

  /** Throws if a handler cannot be called. */
  constructor(container: Container, handlers: ErrorHandlers, format: ErrorFormat) {
    this.#handlers = handlers
    this.#format = format
    attemptEach(handlers.all, placeOfMarked, (handler) => {
      refuseSupplied(handler, container)
      this.#calls.set(handler, prepareCall(handler, container, format))
    })
  }

  /** True if a thrown value has a handler. */
  handles(thrown: unknown): boolean {
    return this.#handlers.find(thrown) !== undefined
  }

  /** True if a thrown value has no handler, or only the general handler for `Error`. */
  lacksSpecificHandler(thrown: unknown): boolean {
    const handler = this.#handlers.find(thrown)
    return handler === undefined || handler === this.#handlers.of(Error)
  }

  /** Returns the response of the handler; undefined if no handler matches. Throws or rejects if the handler does. */
  callHandler(thrown: unknown, request: HttpRequest | undefined): MaybePromise<Reply> | undefined {
    const handler = this.#handlers.find(thrown)
    if (!handler) return undefined
    const finish = (response: ReplyOrResponse) =>
      withHeadersOf(thrown, asReply(this.#format.applyTo?.(response) ?? response))
    const response = (this.#calls.get(handler) as Call)({ error: thrown, request })
    return andThen(response, finish)
  }
}

function prepareCall(handler: ErrorHandler, container: Container, format: ErrorFormat): Call {
  type Target = Record<string, (error: unknown, request: HttpRequest | null | undefined) => unknown>
  const parts = {
    container,
    type: handler.class,
    provide: ({ request }: ErrorInput) => request && provideRequest(request),
    until: untilComplete,
  }
  const getTarget = createTargetGetter(parts)
  const run = withScope<ErrorInput, ReplyOrResponse>(parts, (thrown, services) => {
    const target = getTarget(services) as Target
    const request = thrown.request ?? absentRequest(handler)
    const value = target[handler.method.name]?.(thrown.error, request)
    return andThen(value, (settled) => toResponse(settled, handler, thrown, format))
  })
  return (thrown) => run(thrown, container)
}

function absentRequest({ method, owner }: ErrorHandler): null | undefined {
  const [, parameter] = method.parameters
  if (!parameter || parameter.optional) return undefined
  if (parameter.type.nullable) return null
  throw new TypeError(
    `${owner} takes the HttpRequest, which does not exist over stdio. Declare it as HttpRequest | null.`,
  )
}

function toResponse(
  value: unknown,
  handler: ErrorHandler,
  { error, request }: ErrorInput,
  format: ErrorFormat,
): MaybePromise<ReplyOrResponse> {
  const status = handler.status ?? defaultStatus(error)
  if (value === undefined) return defaultReply(error, status, format)
  // Ranges and conditions of a file need the request.
  if (!request && value instanceof Reply && value.file) return value
  return toReply(value, status, request as HttpRequest, handler.toJsonForm)
}

function defaultStatus(error: unknown): number {
  if (error instanceof HttpError) return error.status
  return error instanceof ValidationFailed ? 422 : 500
}

/** Returns the reply to an error whose handler returned undefined. */
function defaultReply(error: unknown, status: number, format: ErrorFormat): Reply {
  if (error instanceof ValidationFailed) return format.failures(error).withStatus(status)
  if (error instanceof HttpError) return format.error(status, error.message, optionsOf(error))
  const { message } = error as { readonly message?: unknown }
  return format.error(status, status < 500 && typeof message === 'string' ? message : internalError)
}

function asReply(response: ReplyOrResponse): Reply {
  return response instanceof Reply ? response : new ResponseReply(response)
}

/** Adds the headers of an `HttpError`, except those that the handler has set. */
function withHeadersOf(error: unknown, reply: Reply): Reply {
  if (!(error instanceof HttpError)) return reply
  return Object.entries(optionsOf(error).headers ?? {}).reduce(
    (result, [name, value]) =>
      result.header(name) === undefined ? result.withHeader(name, value) : result,
    reply,
  )
}

/**
 * Throws if the class of a handler requires a value from middleware, because an error may occur before the value is
 * provided.
 */
function refuseSupplied({ class: type, owner, method }: ErrorHandler, container: Container): void {
  const token = container
    .required(type)
    .find((token) => token !== HttpRequest && !isRequestClass(token))
  if (!token) return
  const problem =
    `the constructor of ${type.name} takes ${token.name}, which may not be provided yet when an error occurs. ` +
    `Declare it as ${token.name} | null.`
  throw new InvalidErrorHandler(owner, method.at, problem)
}
