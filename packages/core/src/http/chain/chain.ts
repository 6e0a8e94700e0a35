import { isPromise, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Container } from '../../base/container/container.ts'
import { createTargetGetter } from '../../calls/plan-call.ts'
import { MiddlewareCall, MiddlewareFailed } from '../../calls/call-context.ts'
import type { RequestContext } from '../message/http-request.ts'
import { HttpError } from '../message/http-error.ts'
import { isResponse, Reply, ResponseReply, type ReplyOrResponse } from '../message/reply.ts'
import { decodedResponse } from '../responses/decoded-response.ts'
import { refuseRead } from '../responses/refuse-read.ts'
import type { PlannedMiddleware } from './chain-plan.ts'
import type { ErrorReplies } from '../error-handling/error-replies.ts'
import {
  createFinisher,
  withFinisher,
  type ContextHandler,
  type HeadFinisher,
} from './head-finisher.ts'
import { isOuterStage, type Middleware, type Next } from './middleware.ts'
import { dropBody } from '../responses/without-body.ts'

type Change = NonNullable<Parameters<Next>[0]>

/**
 * Creates the middleware chain around a handler. After an error, `next` throws in middleware of the stages from `admit`
 * to `handle`, and returns the error reply in outer middleware. The chain never throws and never rejects.
 */
export function createChain(
  middleware: readonly PlannedMiddleware[],
  innermost: ContextHandler,
  container: Container,
  errors: ErrorReplies,
): ContextHandler {
  const outerMiddleware = middleware.filter(({ stage }) => isOuterStage(stage))
  const innerChain = middleware
    .slice(outerMiddleware.length)
    .reduceRight((inner, planned) => errors.inFormat(wrap(planned, inner, container)), innermost)
  // The head is finished after each outer middleware, because it may respond without calling the inner ones.
  return outerMiddleware.reduceRight(
    (inner, planned, index) => wrap(planned, inner, container, createFinisher(errors, index === 0)),
    withFinisher(innerChain, createFinisher(errors, outerMiddleware.length === 0)),
  )
}

/** True if the middleware is created for each request. Throws if it cannot be created. */
export function isRequestScoped({ type }: PlannedMiddleware, container: Container): boolean {
  return container.lifetime(type) !== 'singleton'
}

/** Creates a handler that runs a middleware around an inner handler. Without a finisher, the result throws errors. */
function wrap(
  { type }: PlannedMiddleware,
  inner: ContextHandler,
  container: Container,
  finisher?: HeadFinisher,
): ContextHandler {
  const find = createTargetGetter({ container, type })
  return (context) => {
    const call = new RequestCall(type.name, context, finisher)
    const next: Next = (change) => {
      call.proceed()
      return call.receiveInner(inner(context), change)
    }
    let result: MaybePromise<ReplyOrResponse>
    try {
      result = (find(context.services) as Middleware).handle(context.request, next)
    } catch (error) {
      return call.fail(error)
    }
    return call.complete(result)
  }
}

/** The state of one middleware during one request. */
class RequestCall extends MiddlewareCall<RequestContext> {
  readonly #finisher: HeadFinisher | undefined
  /** The promise returned by `next`, if its rejection may need handling. */
  #innerReply: Promise<Reply> | undefined = undefined
  /** True if the call waits for a promise that the middleware has returned. */
  #hasReturned = false
  #hasEnded = false
  /** The latest reply: of the inner chain, of the function passed to `next`, or of the middleware. */
  #reply: Reply | undefined = undefined

  constructor(name: string, context: RequestContext, finisher: HeadFinisher | undefined) {
    super(name, context)
    this.#finisher = finisher
  }

  /** Receives the response of the inner chain. */
  receiveInner(
    response: MaybePromise<ReplyOrResponse>,
    change: Change | undefined,
  ): MaybePromise<Reply> {
    if (!isPromise(response)) return this.#acceptInner(response, change)
    const innerReply = response.then((settled) => this.#acceptInner(settled, change))
    this.#innerReply = innerReply
    if (this.#hasReturned) this.#handleRejection(innerReply)
    return innerReply
  }

  /** Receives the response of the middleware. */
  complete(result: MaybePromise<ReplyOrResponse>): MaybePromise<ReplyOrResponse> {
    if (!isPromise(result)) return this.#succeed(result)
    const innerReply = this.#innerReply
    if (result === innerReply && !this.#finisher) return innerReply
    this.#hasReturned = true
    if (innerReply && result !== innerReply) this.#handleRejection(innerReply)
    return result.then(
      (settled) => this.#succeed(settled),
      (error: unknown) => this.fail(error),
    )
  }

  #succeed(result: ReplyOrResponse): MaybePromise<ReplyOrResponse> {
    this.#end()
    try {
      this.#reply = this.#replace(result)
    } catch (error) {
      return this.fail(error)
    }
    return this.#finisher?.finish(this.context, this.#reply) ?? this.#reply
  }

  /** Ends the call of the middleware with an error. */
  fail(error: unknown): MaybePromise<ReplyOrResponse> {
    this.#end()
    if (this.#reply) dropBody(this.#reply)
    if (this.#finisher) return this.#finisher.fail(this.context, error)
    throw error
  }

  #end(): void {
    this.#hasEnded = true
    if (this.#innerReply && !this.#hasReturned) this.#handleRejection(this.#innerReply)
  }

  #acceptInner(response: ReplyOrResponse, change: Change | undefined): MaybePromise<Reply> {
    const reply = (this.#reply = toReply(response, this.name))
    if (this.#hasEnded) dropBody(reply)
    if (!change || this.#hasEnded) return reply
    try {
      const result = change(reply)
      return isPromise(result)
        ? result
            .then((settled) => this.#change(settled))
            .catch((error: unknown) => failChange(reply, error))
        : this.#change(result)
    } catch (error) {
      return failChange(reply, error)
    }
  }

  #change(result: ReplyOrResponse): Reply {
    const reply = this.#replace(result)
    if (this.#hasEnded && reply !== this.#reply) dropBody(reply)
    return (this.#reply = reply)
  }

  /**
   * Converts the new response to a reply. If it has a different body than the previous reply, cancels the stream of the
   * previous one, because that will not be sent.
   */
  #replace(result: ReplyOrResponse): Reply {
    const reply = toReply(result, this.name)
    const previous = this.#reply
    if (previous && previous !== reply && previous.body !== reply.body) dropBody(previous)
    return refuseRead(reply)
  }

  /**
   * Handles the rejection of a promise that the middleware did not await, so that the rejection
   * does not terminate the process. If the middleware has already finished, reports the error,
   * unless it is a client error or the abort reason of the request.
   */
  #handleRejection(innerReply: Promise<Reply>): void {
    innerReply.catch((error: unknown) => {
      const isOfClient = error instanceof HttpError && error.status < 500
      if (!this.#hasEnded || isOfClient || error === this.context.request.signal.reason) return
      this.context.report(error)
    })
  }
}

function toReply(response: ReplyOrResponse, name: string): Reply {
  if (response instanceof Reply) return response
  if (typeof response === 'object' && response !== null && isResponse(response)) {
    return new ResponseReply(decodedResponse(response))
  }
  const value = response === undefined ? 'nothing' : typeof response
  const problem = `or the function it passed to next() returned ${value}. Return the result of next(), or a Reply.`
  throw new MiddlewareFailed(name, problem)
}

/** Cancels the stream of a reply that could not be changed, and throws the error. */
function failChange(reply: Reply, error: unknown): never {
  dropBody(reply)
  throw error
}
