import { isRequestClass, type Lifetime, type Token } from './binding.ts'
import { drawChain, type Link } from './chain.ts'
import type { Problem } from './problem.ts'
import { availabilityOf, remedyOf } from './supplied.ts'

/** Thrown if the container cannot create a class. The chain shows which parameter is the cause. */
export class UnresolvableDependency extends Error {
  override readonly name = 'UnresolvableDependency'
  readonly problem: Problem['problem']
  readonly chain: readonly Link[]
  /** Registered classes to suggest in the message. */
  readonly candidates: readonly Token[]

  constructor(chain: readonly Link[], problem: Problem, candidates: readonly Token[]) {
    const related = candidates.map((token) => token.name).join(', ')
    super(
      `Cannot build ${chain[0]?.type}: ${problem.what}\n${drawChain(chain)}\n${problem.remedy}` +
        (related && `\nRegistered and related: ${related}.`),
    )
    this.problem = problem.problem
    this.chain = chain
    this.candidates = candidates
  }
}

/** Thrown if a request-scoped service is requested outside of a request. */
export class OutsideRequestScope extends Error {
  override readonly name = 'OutsideRequestScope'
  readonly chain: readonly Link[]

  constructor(chain: readonly Link[], what: string) {
    super(`${what}\n${drawChain(chain)}`)
    this.chain = chain
  }
}

/** Thrown if a request needs an object that its middleware has not provided. */
export class NotProvided extends Error {
  override readonly name = 'NotProvided'
  readonly token: Token

  constructor(token: Token) {
    const { name } = token
    const availability = availabilityOf(token)
    super(
      availability === undefined
        ? `No middleware has provided ${name} for this request. Middleware marked @Provides(${name}) must call ` +
            `request.provide(${name}, …) before next(). If it is optional, declare "${name} | null".`
        : `This request has no ${name}, or not yet. ${availability} Move middleware that needs it to that stage, ` +
            `or declare the parameter as "${name} | null".`,
    )
    this.token = token
  }
}

/**
 * Thrown if a method that runs without a request, such as a job handler, takes an object that does not exist there:
 * only requests provide it, or the class that provides it is not registered.
 */
export class NotLocal extends Error {
  override readonly name = 'NotLocal'

  constructor(
    owner: Token,
    { name, at }: { readonly name: string; readonly at: string },
    token: Token,
    source?: Token,
  ) {
    super(
      source
        ? `${owner.name}.${name} (${at}): it takes ${token.name}, but there is no ${source.name}. ${remedyOf(token)}`
        : `${owner.name}.${name} (${at}): it takes ${token.name}, but it runs outside of requests. ` +
            'Remove this dependency, or put the data about the caller in the payload.',
    )
  }
}

/**
 * Thrown if code that runs without a request, such as a job or a listener, depends on an object that only requests
 * provide.
 */
export class NeedsRequest extends Error {
  override readonly name = 'NeedsRequest'
  readonly token: Token

  constructor(owner: string, at: string, token: Token) {
    const { name } = token
    super(
      `${owner} (${at}): it needs ${name}, which exists only during a request, but it runs outside of requests. ` +
        `Pass it the data that it needs${isRequestClass(token) ? '' : `, or declare "${name} | null"`}.`,
    )
    this.token = token
  }
}

/** Thrown if a registration comes too late: the container has booted, or has already created the service. */
export class RegisteredTooLate extends Error {
  override readonly name = 'RegisteredTooLate'
  readonly token: Token

  constructor(token: Token, reason: 'booted' | 'built') {
    super(
      reason === 'booted'
        ? `${token.name} cannot be registered: the container has booted. Register it in src/bootstrap.ts, or before boot().`
        : `${token.name} cannot be registered: it was already created. Register it before its first use.`,
    )
    this.token = token
  }
}

/** Thrown if the factory of a binding returns undefined. */
export class UnusableService extends Error {
  override readonly name = 'UnusableService'
  readonly token: Token

  constructor(token: Token, value: unknown) {
    const { name } = token
    super(`The binding of ${name} returned ${String(value)}. Return an instance of ${name}.`)
    this.token = token
  }
}

/**
 * Thrown if the factory of a binding is asynchronous. Factories must be synchronous, because a constructor cannot wait
 * for its dependencies.
 */
export class AsynchronousBinding extends Error {
  override readonly name = 'AsynchronousBinding'
  readonly token: Token

  constructor(token: Token, lifetime: Lifetime) {
    const { name } = token
    super(
      lifetime === 'singleton'
        ? `The binding of ${name} is asynchronous. Await it in src/bootstrap.ts: container.instance(${name}, await …).`
        : `The binding of ${name} is asynchronous, but objects per request or per use are created synchronously. ` +
            `Move the asynchronous work to a method, such as async load() { … }, and await it where ${name} is used.`,
    )
    this.token = token
  }
}
