import type { Container } from '../../container/container.ts'
import type { Resolver } from '../../container/binding.ts'
import { abortOf, exchangeOf, type Exchange, type HttpRequest } from '../../message/http-request.ts'
import { HttpError } from '../../message/http-error.ts'
import { isResponse, Reply, ResponseReply, type Answer } from '../../message/reply.ts'
import { decodedResponse } from '../../responses/decoded-response.ts'
import { refuseRead } from '../../responses/refuse-read.ts'
import type { Link } from './chain-plan.ts'
import { MiddlewareFailed } from '../error-handling/errors.ts'
import { finishHead } from './finish-head.ts'
import { stages, type Middleware, type Next } from './middleware.ts'
import { dropBody } from '../../responses/without-body.ts'

type Change = NonNullable<Parameters<Next>[0]>

export type Handler = (request: HttpRequest) => Answer | Promise<Answer>

/** Returns the reply to an error. Never throws and never rejects. */
export type Recover = (error: unknown, request: HttpRequest) => Reply | Promise<Reply>

/** The error handling of a chain. */
export interface ChainErrors {
  reply: Recover
  /** Converts error replies of a handler to the format of the application. */
  dress(inner: Handler): Handler
}

/**
 * Creates the chain of middleware around a handler. Errors propagate as exceptions through the middleware from `admit`
 * to the handler; outer middleware receives replies only. Never throws and never rejects.
 */
export function createChain(
  links: readonly Link[],
  innermost: Handler,
  container: Container,
  errors: ChainErrors,
): Handler {
  const recover: Recover = (error, request) => errors.reply(error, request)
  const border = stages.indexOf('admit')
  const isInside = ({ stage }: Link) => stages.indexOf(stage) >= border
  const enter = limitsTime(links) ? unlessOver : toItself
  const inside = links
    .filter(isInside)
    .reduceRight((inner, link) => errors.dress(around(link, enter(inner), container)), innermost)
  // Each outer middleware finishes the head, because one may respond without calling the inner ones.
  const outside = links.filter((link) => !isInside(link))
  const leave = (index: number) => (index === 0 ? toSent : toItself)
  return outside.reduceRight(
    (inner, link, index) =>
      answering(errors.dress(around(link, inner, container)), recover, leave(index)),
    answering(inside, recover, leave(outside.length)),
  )
}

/** True if a middleware may respond before the inner chain has ended. */
export function limitsTime(links: readonly Link[]): boolean {
  return links.some(({ type }) => type.limitsTime)
}

/** Throws the reason if the request has timed out, because its client already has a response. */
export function throwIfOver(request: HttpRequest): void {
  abortOf(request).signal.throwIfAborted()
}

/** True if an instance of the middleware is created for each request. Throws if it cannot be created. */
export function isRequestScoped({ type }: Link, container: Container): boolean {
  return container.lifetime(type) !== 'singleton'
}

function around(link: Link, inner: Handler, container: Container): Handler {
  const instance = instanceOf(link, container)
  const { name } = link.type
  return (request) => {
    const passage = new Passage(name, inner, request)
    return passage.through(instance(request))
  }
}

function unlessOver(inner: Handler): Handler {
  return (request) => {
    throwIfOver(request)
    return inner(request)
  }
}

/** One request inside one middleware. */
class Passage {
  readonly #name: string
  readonly #inner: Handler
  readonly #request: HttpRequest
  /** The promise of `next`, if its rejection may need handling. */
  #awaited: Promise<Reply> | undefined = undefined
  #isCalled = false
  /** True if the middleware has returned a response or a promise. */
  #isLeft = false
  #isOver = false
  /** The reply of the inner chain, or a changed version of it. */
  #found: Reply | undefined = undefined

  constructor(name: string, inner: Handler, request: HttpRequest) {
    this.#name = name
    this.#inner = inner
    this.#request = request
  }

  through(middleware: Middleware): Reply | Promise<Reply> {
    let given: Answer | Promise<Answer>
    try {
      given = middleware.handle(this.#request, (change) => this.#run(change))
    } catch (error) {
      throw this.#fail(error)
    }
    if (!(given instanceof Promise)) return this.#end(given)
    const awaited = this.#awaited
    if (given === awaited) return awaited
    this.#isLeft = true
    if (awaited) this.#tellLate(awaited)
    return given.then(
      (settled) => this.#end(settled),
      (error: unknown) => {
        throw this.#fail(error)
      },
    )
  }

  #run(change: Change | undefined): Reply | Promise<Reply> {
    if (this.#isCalled) {
      throw new MiddlewareFailed(this.#name, 'called next() twice. A chain runs once.')
    }
    this.#isCalled = true
    const answer = this.#inner(this.#request)
    if (!(answer instanceof Promise)) return this.#arrive(answer, change)
    const awaited = answer.then((settled) => this.#arrive(settled, change))
    this.#awaited = awaited
    if (this.#isLeft) this.#tellLate(awaited)
    return awaited
  }

  /** Accepts the response of the middleware. */
  #end(given: Answer): Reply {
    this.#isOver = true
    if (this.#awaited && !this.#isLeft) this.#tellLate(this.#awaited)
    try {
      return (this.#found = this.#replace(given))
    } catch (error) {
      throw this.#fail(error)
    }
  }

  #fail(error: unknown): unknown {
    this.#isOver = true
    if (this.#awaited && !this.#isLeft) this.#tellLate(this.#awaited)
    if (this.#found) dropBody(this.#found)
    return error
  }

  #arrive(answer: Answer, change: Change | undefined): Reply | Promise<Reply> {
    const reply = (this.#found = toReply(answer, this.#name))
    if (this.#isOver) dropBody(reply)
    if (!change || this.#isOver) return reply
    try {
      const given = change(reply)
      return given instanceof Promise
        ? given
            .then((settled) => this.#change(settled))
            .catch((error: unknown) => failChange(reply, error))
        : this.#change(given)
    } catch (error) {
      return failChange(reply, error)
    }
  }

  #change(given: Answer): Reply {
    const reply = this.#replace(given)
    if (this.#isOver && reply !== this.#found) dropBody(reply)
    return (this.#found = reply)
  }

  /** Cancels the previous reply, which will not be sent, if it is a stream. */
  #replace(given: Answer): Reply {
    const reply = toReply(given, this.#name)
    const found = this.#found
    if (found && found !== reply && found.body !== reply.body) dropBody(found)
    return refuseRead(reply)
  }

  /**
   * Handles rejections of a promise that the middleware did not await, so that they do not terminate the process. An
   * error after the response is logged, unless it is a client error.
   */
  #tellLate(awaited: Promise<Reply>): void {
    awaited.catch((error: unknown) => {
      const isOfClient = error instanceof HttpError && error.status < 500
      if (!this.#isOver || isOfClient || error === this.#request.signal.reason) return
      exchangeOf(this.#request)?.plan.report(error, this.#request)
    })
  }
}

function instanceOf({ type }: Link, container: Container): (request: HttpRequest) => Middleware {
  if (container.lifetime(type) === 'singleton') {
    let middleware: Middleware | undefined
    return () => (middleware ??= container.get(type))
  }
  return (request) => ((exchangeOf(request) as Exchange).scope as Resolver).get(type)
}

function toReply(answer: Answer, name: string): Reply {
  if (answer instanceof Reply) return answer
  if (typeof answer === 'object' && answer !== null && isResponse(answer)) {
    return new ResponseReply(decodedResponse(answer))
  }
  const what = answer === undefined ? 'returned nothing' : `returned ${typeof answer}`
  throw new MiddlewareFailed(name, `${what}. Return the result of next(), or a Reply.`)
}

/** Cancels the stream of a reply whose change failed. */
function failChange(reply: Reply, error: unknown): never {
  dropBody(reply)
  throw error
}

function toSent(answer: Answer): Answer {
  return answer instanceof ResponseReply ? answer.response : answer
}

function toItself<T>(given: T): T {
  return given
}

/**
 * Converts errors of the inner chain to replies, and applies pending changes of the head once. Never throws and never
 * rejects.
 */
function answering(inner: Handler, recover: Recover, leave: (answer: Answer) => Answer): Handler {
  const finish = (request: HttpRequest, answer: Answer): Answer | Promise<Answer> =>
    finishHead(request, answer, recover, leave)
  const fail = (request: HttpRequest, error: unknown): Answer | Promise<Answer> => {
    const reply = recover(error, request)
    return reply instanceof Promise
      ? reply.then((settled) => finish(request, settled))
      : finish(request, reply)
  }
  return (request) => {
    try {
      const answer = inner(request)
      if (!(answer instanceof Promise)) return finish(request, answer)
      return answer.then(
        (settled) => finish(request, settled),
        (error: unknown) => fail(request, error),
      )
    } catch (error) {
      return fail(request, error)
    }
  }
}
