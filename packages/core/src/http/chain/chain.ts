import { isPromise, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Container } from '../../base/container/container.ts'
import { findTarget } from '../../calls/plan-call.ts'
import { MiddlewareCall, MiddlewareFailed } from '../../calls/call-context.ts'
import type { RequestContext } from '../message/http-request.ts'
import { HttpError } from '../message/http-error.ts'
import { isResponse, Reply, ResponseReply, type ReplyOrResponse } from '../message/reply.ts'
import { decodedResponse } from '../responses/decoded-response.ts'
import { refuseRead } from '../responses/refuse-read.ts'
import type { Link } from './chain-plan.ts'
import type { ErrorReplies } from '../error-handling/error-replies.ts'
import {
  createFinisher,
  finishing,
  type ContextHandler,
  type HeadFinisher,
} from './head-finisher.ts'
import { isOutside, type Middleware, type Next } from './middleware.ts'
import { dropBody } from '../responses/without-body.ts'

type Change = NonNullable<Parameters<Next>[0]>

/**
 * Creates the middleware chain around a handler. Errors propagate as exceptions through the middleware from the stage
 * `admit` to the handler; outer middleware receives only replies. Never throws and never rejects.
 */
export function createChain(
  links: readonly Link[],
  innermost: ContextHandler,
  container: Container,
  errors: ErrorReplies,
): ContextHandler {
  const outside = links.filter(({ stage }) => isOutside(stage))
  const inside = links
    .slice(outside.length)
    .reduceRight((inner, link) => errors.inForm(around(link, inner, container)), innermost)
  // Each outer middleware finishes the head, because it may respond without calling the inner ones.
  return outside.reduceRight(
    (inner, link, index) => around(link, inner, container, createFinisher(errors, index === 0)),
    finishing(inside, createFinisher(errors, outside.length === 0)),
  )
}

/** True if the middleware is created for each request. Throws if it cannot be created. */
export function isRequestScoped({ type }: Link, container: Container): boolean {
  return container.lifetime(type) !== 'singleton'
}

/** Runs a middleware around a handler. Without a finisher, errors are thrown. */
function around(
  { type }: Link,
  inner: ContextHandler,
  container: Container,
  finisher?: HeadFinisher,
): ContextHandler {
  const find = findTarget({ container, type })
  return (context) => {
    const call = new RequestCall(type.name, context, finisher)
    const next: Next = (change) => {
      call.proceed()
      return call.receive(inner(context), change)
    }
    let given: MaybePromise<ReplyOrResponse>
    try {
      given = (find(context.services) as Middleware).handle(context.request, next)
    } catch (error) {
      return call.fail(error)
    }
    return call.leave(given)
  }
}

/** The state of one middleware during one request. */
class RequestCall extends MiddlewareCall<RequestContext> {
  readonly #finisher: HeadFinisher | undefined
  /** The promise returned by `next`, if its rejection may need handling. */
  #awaited: Promise<Reply> | undefined = undefined
  /** True if the middleware has returned a response or a promise. */
  #isLeft = false
  #isOver = false
  /** The reply of the inner chain, or a changed version of it. */
  #found: Reply | undefined = undefined

  constructor(name: string, context: RequestContext, finisher: HeadFinisher | undefined) {
    super(name, context)
    this.#finisher = finisher
  }

  /** Receives the response of the inner chain. */
  receive(
    response: MaybePromise<ReplyOrResponse>,
    change: Change | undefined,
  ): MaybePromise<Reply> {
    if (!isPromise(response)) return this.#arrive(response, change)
    const awaited = response.then((settled) => this.#arrive(settled, change))
    this.#awaited = awaited
    if (this.#isLeft) this.#reportLate(awaited)
    return awaited
  }

  /** Receives the response of the middleware. */
  leave(given: MaybePromise<ReplyOrResponse>): MaybePromise<ReplyOrResponse> {
    if (!isPromise(given)) return this.#succeed(given)
    const awaited = this.#awaited
    if (given === awaited && !this.#finisher) return awaited
    this.#isLeft = true
    if (awaited && given !== awaited) this.#reportLate(awaited)
    return given.then(
      (settled) => this.#succeed(settled),
      (error: unknown) => this.fail(error),
    )
  }

  #succeed(given: ReplyOrResponse): MaybePromise<ReplyOrResponse> {
    this.#end()
    try {
      this.#found = this.#replace(given)
    } catch (error) {
      return this.fail(error)
    }
    return this.#finisher?.finish(this.context, this.#found) ?? this.#found
  }

  /** Ends the call with an error. */
  fail(error: unknown): MaybePromise<ReplyOrResponse> {
    this.#end()
    if (this.#found) dropBody(this.#found)
    if (this.#finisher) return this.#finisher.fail(this.context, error)
    throw error
  }

  #end(): void {
    this.#isOver = true
    if (this.#awaited && !this.#isLeft) this.#reportLate(this.#awaited)
  }

  #arrive(response: ReplyOrResponse, change: Change | undefined): MaybePromise<Reply> {
    const reply = (this.#found = toReply(response, this.name))
    if (this.#isOver) dropBody(reply)
    if (!change || this.#isOver) return reply
    try {
      const given = change(reply)
      return isPromise(given)
        ? given
            .then((settled) => this.#change(settled))
            .catch((error: unknown) => failChange(reply, error))
        : this.#change(given)
    } catch (error) {
      return failChange(reply, error)
    }
  }

  #change(given: ReplyOrResponse): Reply {
    const reply = this.#replace(given)
    if (this.#isOver && reply !== this.#found) dropBody(reply)
    return (this.#found = reply)
  }

  /** If the previous reply is a stream, cancels it, because it will not be sent. */
  #replace(given: ReplyOrResponse): Reply {
    const reply = toReply(given, this.name)
    const found = this.#found
    if (found && found !== reply && found.body !== reply.body) dropBody(found)
    return refuseRead(reply)
  }

  /**
   * Handles the rejection of a promise that the middleware did not await, so that it does not terminate the process. An
   * error that occurs after the response is logged, unless it is a client error.
   */
  #reportLate(awaited: Promise<Reply>): void {
    awaited.catch((error: unknown) => {
      const isOfClient = error instanceof HttpError && error.status < 500
      if (!this.#isOver || isOfClient || error === this.context.request.signal.reason) return
      this.context.report(error)
    })
  }
}

function toReply(response: ReplyOrResponse, name: string): Reply {
  if (response instanceof Reply) return response
  if (typeof response === 'object' && response !== null && isResponse(response)) {
    return new ResponseReply(decodedResponse(response))
  }
  const what = response === undefined ? 'returned nothing' : `returned ${typeof response}`
  throw new MiddlewareFailed(name, `${what}. Return the result of next(), or a Reply.`)
}

/** Cancels the stream of a reply if changing the reply failed. */
function failChange(reply: Reply, error: unknown): never {
  dropBody(reply)
  throw error
}
