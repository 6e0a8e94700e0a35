import type { Container } from '../../container/container.ts'
import type { Resolver } from '../../container/binding.ts'
import { exchangeOf, type Exchange, type HttpRequest } from '../../message/http-request.ts'
import { HttpError } from '../../message/http-error.ts'
import { isResponse, Reply, ResponseReply, type Answer } from '../../message/reply.ts'
import { refuseRead } from '../../responses/refuse-read.ts'
import type { Link } from './chain-plan.ts'
import { MiddlewareFailed } from '../error-handling/errors.ts'
import { finishHead } from './finish-head.ts'
import { stages, type Middleware, type Next } from './middleware.ts'
import { dropBody } from '../../responses/without-body.ts'

type Change = NonNullable<Parameters<Next>[0]>

export type Handler = (request: HttpRequest) => Answer | Promise<Answer>

/** The reply of something that was thrown. Never throws and never rejects. */
export type Recover = (error: unknown, request: HttpRequest) => Reply | Promise<Reply>

/** How the errors of a chain are answered. */
export interface ChainErrors {
  reply: Recover
  /** Gives the form of the application to the errors that a handler answers. */
  dress(inner: Handler): Handler
}

/**
 * A chain around a handler. Errors are thrown through the middleware from `admit` on; what stands further out sees
 * replies alone. Never throws and never rejects.
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
  const inside = links
    .filter(isInside)
    .reduceRight((inner, link) => errors.dress(around(link, inner, container)), innermost)
  const outside = links
    .filter((link) => !isInside(link))
    .reduceRight(
      (inner, link) => catching(errors.dress(around(link, inner, container)), recover),
      finishing(catching(inside, recover), recover),
    )
  // Where a middleware out there has answered, nothing further in has.
  const whole = finishing(outside, recover)
  return (request) => {
    const answer = whole(request)
    return answer instanceof Promise ? answer.then(toSent) : toSent(answer)
  }
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
    const next: Next = (change) => passage.run(change)
    let given: Answer | Promise<Answer>
    try {
      given = instance(request).handle(request, next)
    } catch (error) {
      throw passage.fail(error)
    }
    return given instanceof Promise
      ? given.then(
          (settled) => passage.end(settled),
          (error: unknown) => {
            throw passage.fail(error)
          },
        )
      : passage.end(given)
  }
}

/** What goes through one middleware on the way of one request. */
class Passage {
  readonly #name: string
  readonly #inner: Handler
  readonly #request: HttpRequest
  #isCalled = false
  #isOver = false
  /** What came from further in, or was made of it. */
  #found: Reply | undefined

  constructor(name: string, inner: Handler, request: HttpRequest) {
    this.#name = name
    this.#inner = inner
    this.#request = request
  }

  run(change: Change | undefined): Reply | Promise<Reply> {
    if (this.#isCalled) {
      throw new MiddlewareFailed(this.#name, 'called next() twice. A chain runs once.')
    }
    this.#isCalled = true
    const answer = this.#inner(this.#request)
    if (!(answer instanceof Promise)) return this.#arrive(answer, change)
    const reply = answer.then((settled) => this.#arrive(settled, change))
    // A middleware that answers without waiting must not end the process.
    reply.catch((error: unknown) => this.#tellLate(error))
    return reply
  }

  /** The answer of the middleware. */
  end(given: Answer): Reply {
    this.#isOver = true
    try {
      return refuseRead((this.#found = this.#replace(given)))
    } catch (error) {
      throw this.fail(error)
    }
  }

  fail(error: unknown): unknown {
    this.#isOver = true
    if (this.#found) dropBody(this.#found)
    return error
  }

  #arrive(answer: Answer, change: Change | undefined): Reply | Promise<Reply> {
    this.#found = toReply(answer, this.#name)
    if (this.#isOver) dropBody(this.#found)
    if (!change || this.#isOver) return this.#found
    const given = change(this.#found)
    return given instanceof Promise
      ? given.then((settled) => this.#change(settled))
      : this.#change(given)
  }

  #change(given: Answer): Reply {
    const reply = this.#replace(given)
    if (this.#isOver && reply !== this.#found) dropBody(reply)
    return (this.#found = reply)
  }

  /** The stream of a reply that nobody will send is ended. */
  #replace(given: Answer): Reply {
    const reply = toReply(given, this.#name)
    const found = this.#found
    if (found && found !== reply && found.body !== reply.body) dropBody(found)
    return reply
  }

  /** What fails when the client has been answered already is logged, unless it is the client's fault. */
  #tellLate(error: unknown): void {
    const isOfClient = error instanceof HttpError && error.status < 500
    if (!this.#isOver || isOfClient || error === this.#request.signal.reason) return
    exchangeOf(this.#request)?.plan.report(error, this.#request)
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
    return new ResponseReply(answer)
  }
  const what = answer === undefined ? 'returned nothing' : `returned ${typeof answer}`
  throw new MiddlewareFailed(name, `${what}. Return what next() gives, or a Reply.`)
}

/** Does what waits for the head of the answer, once. */
function finishing(inner: Handler, recover: Recover): Handler {
  return (request) => {
    const answer = inner(request)
    return answer instanceof Promise
      ? answer.then((settled) => finishHead(request, settled, recover))
      : finishHead(request, answer, recover)
  }
}

function catching(inner: Handler, recover: Recover): Handler {
  return (request) => {
    try {
      const answer = inner(request)
      return answer instanceof Promise
        ? answer.catch((error: unknown) => recover(error, request))
        : answer
    } catch (error) {
      return recover(error, request)
    }
  }
}

function toSent(answer: Answer): Answer {
  return answer instanceof ResponseReply ? answer.response : answer
}
