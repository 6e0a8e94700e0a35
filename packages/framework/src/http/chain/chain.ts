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

/** The reply to something that was thrown. Never throws and never rejects. */
export type Recover = (error: unknown, request: HttpRequest) => Reply | Promise<Reply>

/** How the errors of a chain are answered. */
export interface ChainErrors {
  reply: Recover
  /** Gives the form of the application to the errors with which a handler answers. */
  dress(inner: Handler): Handler
}

/**
 * A chain around a handler. Errors pass as exceptions through the middleware from `admit` inwards; what stands further out sees
 * only replies. Never throws and never rejects.
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
  // Each finishes the head: if one of them answers by itself, nothing further in does.
  const outside = links.filter((link) => !isInside(link))
  const leave = (index: number) => (index === 0 ? toSent : toItself)
  return outside.reduceRight(
    (inner, link, index) =>
      answering(errors.dress(around(link, inner, container)), recover, leave(index)),
    answering(inside, recover, leave(outside.length)),
  )
}

/** True if one of the links may respond before the rest of the chain has ended. */
export function limitsTime(links: readonly Link[]): boolean {
  return links.some(({ type }) => type.limitsTime)
}

/** Throws the reason if the time of a request is over; its client has a response. */
export function throwIfOver(request: HttpRequest): void {
  abortOf(request).signal.throwIfAborted()
}

/** Whether a middleware is built for each request. Throws where it cannot be built. */
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

/** One request on its way through one middleware. */
class Passage {
  readonly #name: string
  readonly #inner: Handler
  readonly #request: HttpRequest
  /** What `next` returned, if somebody has to wait for it. */
  #awaited: Promise<Reply> | undefined = undefined
  #isCalled = false
  /** Whether the middleware has returned its answer, or a promise of it. */
  #isLeft = false
  #isOver = false
  /** What came from further in, or was made from it. */
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

  /** The answer of the middleware. */
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

  /** Cancels the stream of a reply that will not be sent. */
  #replace(given: Answer): Reply {
    const reply = toReply(given, this.#name)
    const found = this.#found
    if (found && found !== reply && found.body !== reply.body) dropBody(found)
    return refuseRead(reply)
  }

  /**
   * A middleware that answers without waiting must not end the process. A failure after the client has been answered
   * is logged, unless it is the client's fault.
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
  throw new MiddlewareFailed(name, `${what}. Return what next() gives, or a Reply.`)
}

/** The stream of a reply that could not be changed is ended. */
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

/** Answers what is thrown further in, and makes the changes that wait for the head, once. Never throws and never rejects. */
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
