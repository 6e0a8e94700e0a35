import type { Lifetime, Token } from './binding.ts'
import { drawChain, type Link } from './chain.ts'
import type { Problem } from './problem.ts'
import { knownFrom, remedyOf } from './supplied.ts'

/** The container cannot create a class. The chain shows which parameter causes it. */
export class UnresolvableDependency extends Error {
  override readonly name = 'UnresolvableDependency'
  readonly problem: Problem['problem']
  readonly chain: readonly Link[]
  /** Registered classes that may have been intended. */
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

/** A service that exists once per request was requested outside of a request. */
export class OutsideRequestScope extends Error {
  override readonly name = 'OutsideRequestScope'
  readonly chain: readonly Link[]

  constructor(chain: readonly Link[], what: string) {
    super(`${what}\n${drawChain(chain)}`)
    this.chain = chain
  }
}

/** A request needs an object that its middleware has not provided. */
export class NotProvided extends Error {
  override readonly name = 'NotProvided'
  readonly token: Token

  constructor(token: Token) {
    const { name } = token
    const known = knownFrom(token)
    super(
      known === undefined
        ? `No middleware has provided a ${name} for this request. One that is marked @Provides(${name}) calls ` +
            `request.provide(${name}, …) before next(); a parameter that may do without takes "${name} | null".`
        : `This request has no ${name}, or not yet. ${known} Middleware that asks for it has no @Stage of an earlier one; ` +
            `a parameter that may do without takes "${name} | null".`,
    )
    this.token = token
  }
}

/** A method that runs without a request, such as that of a job, takes an object that only requests supply. */
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
        ? `${owner.name}.${name} (${at}): it takes a ${token.name}, and there is no ${source.name}. ${remedyOf(token)}`
        : `${owner.name}.${name} (${at}): it takes a ${token.name}, and no request calls it. ` +
            'Put what it needs of its caller into its payload.',
    )
  }
}

/** Code that runs without a request, such as a job or a listener, needs an object that only requests supply. */
export class NeedsRequest extends Error {
  override readonly name = 'NeedsRequest'
  readonly token: Token

  constructor(owner: string, at: string, token: Token) {
    const { name } = token
    super(
      `${owner} (${at}): it needs a ${name}, which exists only while a request is answered, and no request calls it. ` +
        `Pass it what it needs of the request as data, or take "${name} | null".`,
    )
    this.token = token
  }
}

/** A registration comes too late: the container has booted, or has already created the service. */
export class RegisteredTooLate extends Error {
  override readonly name = 'RegisteredTooLate'
  readonly token: Token

  constructor(token: Token, reason: 'booted' | 'built') {
    super(
      reason === 'booted'
        ? `${token.name} cannot be registered: the container has booted. Register it in src/bootstrap.ts, or before boot().`
        : `${token.name} cannot be registered: it has already been built. Register it before it is first asked for.`,
    )
    this.token = token
  }
}

/** The factory of a binding returned something other than the service. */
export class UnusableService extends Error {
  override readonly name = 'UnusableService'
  readonly token: Token

  constructor(token: Token, value: unknown) {
    const { name } = token
    super(
      `The binding of ${name} returned ${String(value)} where a ${name} was expected. Return one.`,
    )
    this.token = token
  }
}

/**
 * The factory of a binding is asynchronous. It must be synchronous, because services are supplied while others are created.
 */
export class AsynchronousBinding extends Error {
  override readonly name = 'AsynchronousBinding'
  readonly token: Token

  constructor(token: Token, lifetime: Lifetime) {
    const { name } = token
    super(
      lifetime === 'singleton'
        ? `The binding of ${name} is asynchronous. Wait for it in src/bootstrap.ts: container.instance(${name}, await …).`
        : `The binding of ${name} is asynchronous, and what is built for each request or use is never waited for. ` +
            `Give ${name} what it needs to find out, and a method that does: ` +
            `async load() { … }; the method of a controller awaits it.`,
    )
    this.token = token
  }
}
