import { andThen, isPromise, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Container } from '../../base/container/container.ts'
import { MiddlewareCall } from '../../calls/middleware-call.ts'
import { MiddlewareFailed } from '../../calls/errors.ts'
import type { RequestContext } from '../message/http-request.ts'
import { HttpError } from '../message/http-error.ts'
import { isResponse, Reply, ResponseReply, type ReplyOrResponse } from '../message/reply.ts'
import { decodedResponse } from '../responses/decoded-response.ts'
import { refuseRead } from '../responses/refuse-read.ts'
import type { Link } from './chain-plan.ts'
import type { ErrorReplies } from '../error-handling/error-replies.ts'
import { finishHead } from './finish-head.ts'
import { stages, type Middleware, type Next } from './middleware.ts'
import { dropBody } from '../responses/without-body.ts'

/** Returns the reply to an error. Never throws and never rejects. */
type Recover = ErrorReplies['reply']

type Change = NonNullable<Parameters<Next>[0]>

/** Handles a request that has a context. */
export type ContextHandler = (context: RequestContext) => MaybePromise<ReplyOrResponse>

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
  const recover: Recover = (error, request) => errors.reply(error, request)
  const border = stages.indexOf('admit')
  const isInside = ({ stage }: Link) => stages.indexOf(stage) >= border
  const inside = links
    .filter(isInside)
    .reduceRight((inner, link) => errors.inForm(around(link, inner, container)), innermost)
  // Each outer middleware applies the changes to the head, because it may respond without calling the inner ones.
  const outside = links.filter((link) => !isInside(link))
  const leave = (index: number) => (index === 0 ? toSent : toItself)
  return outside.reduceRight(
    (inner, link, index) =>
      finishing(errors.inForm(around(link, inner, container)), recover, leave(index)),
    finishing(inside, recover, leave(outside.length)),
  )
}

/** True if the middleware is created for each request. Throws if it cannot be created. */
export function isRequestScoped({ type }: Link, container: Container): boolean {
  return container.lifetime(type) !== 'singleton'
}

function around(link: Link, inner: ContextHandler, container: Container): ContextHandler {
  const instance = instanceOf(link, container)
  const { name } = link.type
  return (context) => {
    const call = new RequestCall(name, context)
    const next: Next = (change) => {
      call.proceed()
      return call.receive(inner(context), change)
    }
    let given: MaybePromise<ReplyOrResponse>
    try {
      given = instance(context).handle(context.request, next)
    } catch (error) {
      throw call.fail(error)
    }
    return call.leave(given)
  }
}

/** The state of one middleware during one request. */
class RequestCall extends MiddlewareCall<RequestContext> {
  /** The promise returned by `next`, if its rejection may need handling. */
  #awaited: Promise<Reply> | undefined = undefined
  /** True if the middleware has returned a response or a promise. */
  #isLeft = false
  #isOver = false
  /** The reply of the inner chain, or a changed version of it. */
  #found: Reply | undefined = undefined

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
  leave(given: MaybePromise<ReplyOrResponse>): MaybePromise<Reply> {
    if (!isPromise(given)) return this.#end(given)
    const awaited = this.#awaited
    if (given === awaited) return awaited
    this.#isLeft = true
    if (awaited) this.#reportLate(awaited)
    return given.then(
      (settled) => this.#end(settled),
      (error: unknown) => {
        throw this.fail(error)
      },
    )
  }

  #end(given: ReplyOrResponse): Reply {
    this.#isOver = true
    if (this.#awaited && !this.#isLeft) this.#reportLate(this.#awaited)
    try {
      return (this.#found = this.#replace(given))
    } catch (error) {
      throw this.fail(error)
    }
  }

  /** Ends the call with an error. Returns the error. */
  fail(error: unknown): unknown {
    this.#isOver = true
    if (this.#awaited && !this.#isLeft) this.#reportLate(this.#awaited)
    if (this.#found) dropBody(this.#found)
    return error
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

function instanceOf({ type }: Link, container: Container): (context: RequestContext) => Middleware {
  if (container.lifetime(type) === 'singleton') {
    let middleware: Middleware | undefined
    return () => (middleware ??= container.get(type))
  }
  return ({ services }) => services.get(type)
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

function toSent(response: ReplyOrResponse): ReplyOrResponse {
  return response instanceof ResponseReply ? response.response : response
}

function toItself<T>(given: T): T {
  return given
}

/**
 * Converts errors of the inner chain to replies, and applies pending changes to the head once. Never throws and never
 * rejects.
 */
function finishing(
  inner: ContextHandler,
  recover: Recover,
  leave: (response: ReplyOrResponse) => ReplyOrResponse,
): ContextHandler {
  const finish = (
    context: RequestContext,
    response: ReplyOrResponse,
  ): MaybePromise<ReplyOrResponse> => finishHead(context, response, recover, leave)
  const fail = (context: RequestContext, error: unknown): MaybePromise<ReplyOrResponse> => {
    const reply = recover(error, context.request)
    return andThen(reply, (settled) => finish(context, settled))
  }
  return (context) => {
    try {
      const response = inner(context)
      if (!isPromise(response)) return finish(context, response)
      return response.then(
        (settled) => finish(context, settled),
        (error: unknown) => fail(context, error),
      )
    } catch (error) {
      return fail(context, error)
    }
  }
}
