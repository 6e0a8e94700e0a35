import type { Lifetime, Token } from './binding.ts'
import { drawChain, type Link } from './chain.ts'
import type { Problem } from './problem.ts'
import { knownFrom, remedyOf } from './supplied.ts'

/** Thrown if the container cannot create a class. The chain shows which parameter is the cause. */
export class UnresolvableDependency extends Error {
  override readonly name = 'UnresolvableDependency'
  readonly problem: Problem['problem']
  readonly chain: readonly Link[]
  /** Registered classes that may have been meant. */
  readonly candidates: readonly Token[]

  constructor(chain: readonly Link[], problem: Problem, candidates: readonly Token[]) {
    const near = candidates.map((token) => token.name).join(', ')
    super(
      `Cannot build ${chain[0]?.type}: ${problem.what}\n${drawChain(chain)}\n${problem.remedy}` +
        (near && `\nRegistered and related: ${near}.`),
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
    const known = knownFrom(token)
    super(
      known === undefined
        ? `No middleware has provided a ${name} for this request. Middleware marked @Provides(${name}) must call ` +
            `request.provide(${name}, …) before next(). If it is optional, declare the parameter as "${name} | null".`
        : `This request has no ${name}, or not yet. ${known} Move middleware that needs it to that stage, ` +
            `or declare the parameter as "${name} | null".`,
    )
    this.token = token
  }
}

/**
 * Thrown if a method that runs without a request, such as a job handler, takes an object that only requests provide.
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
        ? `${owner.name}.${name} (${at}): it takes a ${token.name}, but there is no ${source.name}. ${remedyOf(token)}`
        : `${owner.name}.${name} (${at}): it takes a ${token.name}, but it runs outside of requests. ` +
            'Put the data about its caller in its payload.',
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
      `${owner} (${at}): it needs a ${name}, which exists only during a request, but it runs outside of requests. ` +
        `Pass it the data of the request that it needs, or declare "${name} | null".`,
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

/** Thrown if the factory of a binding returns something other than an instance of the service. */
export class UnusableService extends Error {
  override readonly name = 'UnusableService'
  readonly token: Token

  constructor(token: Token, value: unknown) {
    const { name } = token
    super(
      `The binding of ${name} returned ${String(value)} instead of a ${name}. Return an instance.`,
    )
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
        : `The binding of ${name} is asynchronous, but objects that are created per request or per use must be created synchronously. ` +
            `Move the asynchronous work to a method of ${name}, ` +
            `such as async load() { … }, and await it where ${name} is used.`,
    )
    this.token = token
  }
}
