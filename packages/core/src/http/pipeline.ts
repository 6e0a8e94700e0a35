import { provideRequest } from './binding/provide-request.ts'
import type { Container } from '../base/container/container.ts'
import type { Class } from '../base/reflection/type-info.ts'
import { toError } from '../base/logging/thrown.ts'
import { runInScope } from '../calls/run-in-scope.ts'
import { createChain, isRequestScoped } from './chain/chain.ts'
import type { ContextHandler } from './chain/head-finisher.ts'
import type { ErrorReplies } from './error-handling/error-replies.ts'
import type { Handler } from './message/handler.ts'
import type { Link } from './chain/chain-plan.ts'
import { isOutside } from './chain/middleware.ts'
import { InvalidMiddleware } from './error-handling/errors.ts'
import { toMatch, type Dispatch, type Match } from './dispatcher.ts'
import type { Route } from './routing/route.ts'
import type { ChainPlan } from './target-planner.ts'
import { planChecks } from '../data/validation/run-checks.ts'
import { untilComplete } from './responses/until-complete.ts'

/** The handlers of a target: for preflights and for all other requests. */
export interface Surrounded extends Match {
  readonly preflight: Preflight
}

export interface Preflight extends Match {
  /** True if middleware responds to preflights. This takes precedence over an OPTIONS route. */
  readonly hasPolicy: boolean
}

/** Wraps all handlers in the middleware of their plans. */
export class Pipeline {
  readonly #container: Container
  readonly #errors: ErrorReplies
  readonly #preparations = new Map<Class, Promise<void> | undefined>()

  constructor(container: Container, errors: ErrorReplies) {
    this.#container = container
    this.#errors = errors
  }

  /** True if a middleware and the controller use services of the same scope. */
  sharesScope({ links }: ChainPlan): boolean {
    return links.some((link) => isRequestScoped(link, this.#container))
  }

  aroundRoute(plan: ChainPlan, route: Route, dispatch: Dispatch): Dispatch {
    const isGathering =
      plan.links.length > 0 ||
      plan.streamLimit < Infinity ||
      route.arguments.supplied.length > 0 ||
      this.#container.lifetime(route.controller) === 'request' ||
      planChecks(route.arguments.checks, this.#container)?.lifetime === 'request'
    return isGathering ? this.#around(plan, dispatch) : dispatch
  }

  /** The parts that identify the file are passed in place of placeholder values. */
  aroundFiles(plan: ChainPlan, dispatch: Dispatch): Dispatch {
    return plan.links.length > 0 ? this.#around(plan, dispatch) : dispatch
  }

  /** Wraps a fixed path, or the handler of unmatched requests, in its middleware. */
  surround(plan: ChainPlan, handler: Handler): Surrounded {
    return { ...this.#aroundHandler(plan, handler), preflight: this.aroundPreflight(plan, handler) }
  }

  /** Returns the handler for preflights of a target, with the middleware of the outer stages only. */
  aroundPreflight(plan: ChainPlan, handler: Handler): Preflight {
    const links = plan.links.filter(({ stage }) => isOutside(stage))
    const isWhole = links.length === plan.links.length
    return {
      ...this.#aroundHandler(isWhole ? plan : { ...plan, links }, handler),
      hasPolicy: links.some(({ type }) => type.answersPreflights),
    }
  }

  #aroundHandler(plan: ChainPlan, handler: Handler): Match {
    const match = toMatch(handler)
    const isGathering = plan.links.length > 0 || plan.streamLimit < Infinity
    return isGathering ? { ...match, dispatch: this.#around(plan, match.dispatch) } : match
  }

  #around(plan: ChainPlan, dispatch: Dispatch): Dispatch {
    const chain = this.#chain(plan, dispatch)
    return ({ request, values }) => chain(request.enter(plan, values, this.#container))
  }

  #prepare(link: Link): void {
    if (this.#preparations.has(link.type)) return
    try {
      const ready = link.type.prepare?.(this.#container)?.catch((error: unknown) => {
        throw refusing(link, error)
      })
      // If the caller does not await `prepared`, the error is thrown when a request needs the middleware.
      ready?.catch(() => {})
      this.#preparations.set(link.type, ready)
    } catch (error) {
      throw refusing(link, error)
    }
  }

  #chain(plan: ChainPlan, innermost: ContextHandler): ContextHandler {
    for (const link of plan.links) this.#prepare(link)
    const chain = createChain(plan.links, innermost, this.#container, this.#errors)
    if (!this.sharesScope(plan)) return chain
    return (context) =>
      runInScope(context, () => chain(context), {
        container: this.#container,
        provided: provideRequest(context.request),
        until: untilComplete,
        report: (error) => context.report(error),
      })
  }

  /** Waits for the asynchronous setup of middleware. Throws `InvalidMiddleware`. */
  async prepared(): Promise<void> {
    for (const ready of this.#preparations.values()) await ready
  }
}

function refusing({ level }: Link, error: unknown): InvalidMiddleware {
  return new InvalidMiddleware(level.name, level.at, toError(error).message)
}
