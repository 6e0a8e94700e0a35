import { provideRequest } from './binding/provide-request.ts'
import type { Container } from '../base/container/container.ts'
import type { Class } from '../base/reflection/type-info.ts'
import { toError } from '../base/logging/thrown.ts'
import { runInScope } from '../calls/run-in-scope.ts'
import { createChain, isRequestScoped } from './chain/chain.ts'
import type { ContextHandler } from './chain/head-finisher.ts'
import type { ErrorReplies } from './error-handling/error-replies.ts'
import type { Handler } from './message/handler.ts'
import type { PlannedMiddleware } from './chain/chain-plan.ts'
import { isOuterStage } from './chain/middleware.ts'
import { InvalidMiddleware } from './error-handling/errors.ts'
import { toMatch, type Dispatch, type Match } from './dispatcher.ts'
import type { Route } from './routing/route.ts'
import type { ChainPlan } from './target-planner.ts'
import { planChecks } from '../data/validation/run-checks.ts'
import { untilComplete } from './responses/until-complete.ts'

/** The handlers of a target: for preflights and for all other requests. */
export interface TargetHandlers extends Match {
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

  /** True if a middleware is created for each request. The controller then uses the same scope. */
  sharesScope({ middleware }: ChainPlan): boolean {
    return middleware.some((planned) => isRequestScoped(planned, this.#container))
  }

  wrapRoute(plan: ChainPlan, route: Route, dispatch: Dispatch): Dispatch {
    const needsContext =
      plan.middleware.length > 0 ||
      plan.streamLimit < Infinity ||
      route.arguments.supplied.length > 0 ||
      this.#container.lifetime(route.controller) === 'request' ||
      planChecks(route.arguments.checks, this.#container)?.lifetime === 'request'
    return needsContext ? this.#wrap(plan, dispatch) : dispatch
  }

  /**
   * Wraps the handler of static files in its middleware. The handler receives the parts that
   * identify the file in place of placeholder values.
   */
  wrapFiles(plan: ChainPlan, dispatch: Dispatch): Dispatch {
    return plan.middleware.length > 0 ? this.#wrap(plan, dispatch) : dispatch
  }

  /** Wraps a fixed path, or the handler of unmatched requests, in its middleware. */
  wrapTarget(plan: ChainPlan, handler: Handler): TargetHandlers {
    return { ...this.#wrapHandler(plan, handler), preflight: this.wrapPreflight(plan, handler) }
  }

  /** Returns the handler for preflights of a target, with the middleware of the outer stages only. */
  wrapPreflight(plan: ChainPlan, handler: Handler): Preflight {
    const middleware = plan.middleware.filter(({ stage }) => isOuterStage(stage))
    const isUnchanged = middleware.length === plan.middleware.length
    return {
      ...this.#wrapHandler(isUnchanged ? plan : { ...plan, middleware }, handler),
      hasPolicy: middleware.some(({ type }) => type.answersPreflights),
    }
  }

  #wrapHandler(plan: ChainPlan, handler: Handler): Match {
    const match = toMatch(handler)
    const needsContext = plan.middleware.length > 0 || plan.streamLimit < Infinity
    return needsContext ? { ...match, dispatch: this.#wrap(plan, match.dispatch) } : match
  }

  #wrap(plan: ChainPlan, dispatch: Dispatch): Dispatch {
    const chain = this.#chain(plan, dispatch)
    return ({ request, values }) => chain(request.enter(plan, values, this.#container))
  }

  #prepare(planned: PlannedMiddleware): void {
    if (this.#preparations.has(planned.type)) return
    try {
      const ready = planned.type.prepare?.(this.#container)?.catch((error: unknown) => {
        throw setupError(planned, error)
      })
      // Prevents an unhandled rejection before `prepared` is called.
      ready?.catch(() => {})
      this.#preparations.set(planned.type, ready)
    } catch (error) {
      throw setupError(planned, error)
    }
  }

  #chain(plan: ChainPlan, innermost: ContextHandler): ContextHandler {
    for (const planned of plan.middleware) this.#prepare(planned)
    const chain = createChain(plan.middleware, innermost, this.#container, this.#errors)
    if (!this.sharesScope(plan)) return chain
    return (context) =>
      runInScope(context, () => chain(context), {
        container: this.#container,
        provided: provideRequest(context.request),
        until: untilComplete,
        report: (error) => context.report(error),
      })
  }

  /**
   * Waits for the asynchronous setup of middleware. Rejects with `InvalidMiddleware` if the setup of a middleware
   * fails.
   */
  async prepared(): Promise<void> {
    for (const ready of this.#preparations.values()) await ready
  }
}

function setupError({ level }: PlannedMiddleware, error: unknown): InvalidMiddleware {
  return new InvalidMiddleware(level.name, level.at, toError(error).message)
}
