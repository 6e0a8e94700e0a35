import type { Container } from '../container/container.ts'
import type { Resolver } from '../container/binding.ts'
import { exchangeOf, type Exchange, type HttpRequest } from '../message/http-request.ts'
import { isResponse, isStream, Reply, ResponseReply, type Answer } from '../message/reply.ts'
import type { Link } from './chain-plan.ts'
import { MiddlewareFailed } from './errors.ts'
import { finishHead } from './finish-head.ts'
import { stages, type Middleware, type Next } from './middleware.ts'

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
    let found: Reply | undefined
    let isCalled = false
    const next: Next = (change) => {
      if (isCalled) throw new MiddlewareFailed(name, 'called next() twice. A chain runs once.')
      isCalled = true
      const answer = inner(request)
      if (answer instanceof Promise) {
        return answer.then((settled) => {
          found = toReply(settled, name)
          return change ? changed(found, change, name) : found
        })
      }
      found = toReply(answer, name)
      return change ? changed(found, change, name) : found
    }
    const given = instance(request).handle(request, next)
    return given instanceof Promise
      ? given.then((settled) => replacing(found, toReply(settled, name)))
      : replacing(found, toReply(given, name))
  }
}

function instanceOf({ type }: Link, container: Container): (request: HttpRequest) => Middleware {
  if (container.lifetime(type) === 'singleton') {
    let middleware: Middleware | undefined
    return () => (middleware ??= container.get(type))
  }
  return (request) => ((exchangeOf(request) as Exchange).scope as Resolver).get(type)
}

function changed(
  reply: Reply,
  change: NonNullable<Parameters<Next>[0]>,
  name: string,
): Reply | Promise<Reply> {
  const given = change(reply)
  return given instanceof Promise
    ? given.then((settled) => toReply(settled, name))
    : toReply(given, name)
}

function toReply(answer: Answer, name: string): Reply {
  if (answer instanceof Reply) return answer
  if (typeof answer === 'object' && answer !== null && isResponse(answer)) {
    return new ResponseReply(answer)
  }
  const what = answer === undefined ? 'returned nothing' : `returned ${typeof answer}`
  throw new MiddlewareFailed(name, `${what}. Return what next() gives, or a Reply.`)
}

/** The stream of a reply that nobody will send is ended. */
function replacing(found: Reply | undefined, reply: Reply): Reply {
  if (found && found !== reply && isStream(found.body) && found.body !== reply.body) {
    if (!found.body.locked) found.body.cancel().catch(() => {})
  }
  return reply
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
