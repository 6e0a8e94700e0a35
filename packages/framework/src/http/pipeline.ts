import { provideRequest } from '../binding/provide-request.ts'
import type { Container } from '../container/container.ts'
import { invokeInScope } from '../container/invoke.ts'
import { enterExchange, Exchange, exchangeOf, type HttpRequest } from '../message/http-request.ts'
import type { Class } from '../reflection/type-info.ts'
import { toError } from '../logging/thrown.ts'
import { createChain, isRequestScoped, type ChainErrors, type Handler } from './chain/chain.ts'
import type { Link } from './chain/chain-plan.ts'
import { isOutside } from './chain/middleware.ts'
import { InvalidMiddleware } from './error-handling/errors.ts'
import type { Dispatch } from './dispatcher.ts'
import type { Route } from './routing/route.ts'
import type { ChainPlan } from './target-planner.ts'
import { planChecks } from '../validation/run-checks.ts'
import { untilComplete } from '../responses/until-complete.ts'

/** The handlers of a target: of preflights and of all other requests. */
export interface Surrounded {
  readonly answer: Handler
  readonly preflight: Preflight
}

export interface Preflight {
  readonly answer: Handler
  /** True if middleware handles preflights, which then takes precedence over a route for OPTIONS. */
  readonly hasPolicy: boolean
}

/** Adds the middleware of the plans to all handlers. */
export class Pipeline {
  readonly #container: Container
  readonly #errors: ChainErrors
  readonly #preparations = new Map<Class, Promise<void> | undefined>()

  constructor(container: Container, errors: ChainErrors) {
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
    return isGathering ? this.#aroundDispatch(plan, dispatch) : dispatch
  }

  /** The parts that identify the file are passed in place of placeholder values. */
  aroundFiles(plan: ChainPlan, dispatch: Dispatch): Dispatch {
    return plan.links.length > 0 ? this.#aroundDispatch(plan, dispatch) : dispatch
  }

  /** Adds middleware to a fixed path, or to the handler of unmatched requests. */
  surround(plan: ChainPlan, handler: Handler): Surrounded {
    return { answer: this.#around(plan, handler), preflight: this.aroundPreflight(plan, handler) }
  }

  /** Returns the handler of preflights for a target, with the middleware of the outer stages only. */
  aroundPreflight(plan: ChainPlan, handler: Handler): Preflight {
    const links = plan.links.filter(({ stage }) => isOutside(stage))
    const isWhole = links.length === plan.links.length
    return {
      answer: this.#around(isWhole ? plan : { ...plan, links }, handler),
      hasPolicy: links.some(({ type }) => type.answersPreflights),
    }
  }

  #aroundDispatch(plan: ChainPlan, dispatch: Dispatch): Dispatch {
    const chain = this.#chain(plan, (request) => dispatch(request, valuesOf(request)))
    return (request, values) => {
      enterExchange(request, new Exchange(plan, values))
      return chain(request)
    }
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

  #around(plan: ChainPlan, handler: Handler): Handler {
    if (plan.links.length === 0 && plan.streamLimit === Infinity) return handler
    const chain = this.#chain(plan, handler)
    return (request) => {
      enterExchange(request, new Exchange(plan, []))
      return chain(request)
    }
  }

  #chain(plan: ChainPlan, innermost: Handler): Handler {
    for (const link of plan.links) this.#prepare(link)
    const chain = createChain(plan.links, innermost, this.#container, this.#errors)
    if (!this.sharesScope(plan)) return chain
    return (request) =>
      invokeInScope(
        this.#container,
        (scope) => {
          ;(exchangeOf(request) as Exchange).scope = scope
          return chain(request)
        },
        provideRequest(request),
        (run, end) => untilComplete(run, () => afterLateWork(request, end)),
      )
  }

  /** Waits for asynchronous setup of middleware. Throws `InvalidMiddleware`. */
  async prepared(): Promise<void> {
    for (const ready of this.#preparations.values()) await ready
  }
}

function refusing({ level }: Link, error: unknown): InvalidMiddleware {
  return new InvalidMiddleware(level.name, level.at, toError(error).message)
}

function valuesOf(request: HttpRequest): readonly string[] {
  return (exchangeOf(request) as Exchange).values
}

/**
 * Disposes the services of a request: immediately, or in the background after work that continues after the response.
 */
function afterLateWork(
  request: HttpRequest,
  end: () => PromiseLike<unknown>,
): PromiseLike<unknown> {
  const exchange = exchangeOf(request)
  if (!exchange?.late) return end()
  exchange.late.then(end).catch((error: unknown) => exchange.plan.report(error, request))
  return Promise.resolve()
}
