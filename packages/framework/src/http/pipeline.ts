import type { BodyLimits } from '../binding/body-limits.ts'
import { provideRequest } from '../binding/provide-request.ts'
import type { Token } from '../container/binding.ts'
import { Config } from '../config/config.ts'
import type { Container } from '../container/container.ts'
import { invokeInScope } from '../container/invoke.ts'
import { enterExchange, Exchange, exchangeOf, HttpRequest } from '../message/http-request.ts'
import type { Class } from '../reflection/type-info.ts'
import { createChain, isRequestScoped, type Handler, type Recover } from './chain.ts'
import { ChainPlanner, providedBy, type ChainPlan, type Level, type Link } from './chain-plan.ts'
import type { Dispatch } from './dispatcher.ts'
import { InvalidMiddleware } from './errors.ts'
import type { Route } from './route.ts'
import type { Router } from './router.ts'
import { untilComplete } from './until-complete.ts'

/** Told about an error that no reply tells about; never throws. */
export type Report = (error: unknown, request: HttpRequest) => void

/** Puts middleware around everything that answers, as the attributes of the application say. */
export class Pipeline {
  readonly #container: Container
  readonly #planner: ChainPlanner
  readonly #application: readonly Level[]
  readonly #recover: Recover

  constructor(
    container: Container,
    router: Router,
    limits: BodyLimits,
    recover: Recover,
    report: Report,
  ) {
    this.#container = container
    this.#planner = new ChainPlanner(() => container.get(Config), limits, report)
    this.#application = levelsOfApplication(router)
    this.#recover = recover
  }

  /** What stands around a route. Throws `InvalidMiddleware`. */
  planRoute(route: Route): ChainPlan {
    const { class: owner, method } = route.declaration
    const name = `${owner.name}.${method.name}`
    const plan = this.#planner.plan(
      { kind: 'route', path: route.path, route },
      [
        ...this.#application,
        { kind: 'class', name: owner.name, at: owner.at, attributes: owner.attributes },
        { kind: 'method', name, at: method.at, attributes: method.attributes },
      ],
      route.placeholders,
    )
    const provided = this.#checkProvided(plan.links)
    const constructed = this.#container.supplied(route.controller).map((type) => ({
      name: `The constructor of ${owner.name}`,
      type,
    }))
    for (const { name: parameter, type } of [...constructed, ...route.arguments.supplied]) {
      if (type === HttpRequest || provided.has(type)) continue
      throw new InvalidMiddleware(name, method.at, lacking(parameter, type))
    }
    return plan
  }

  /** Whether a middleware and the controller take their services from one scope. */
  sharesScope({ links }: ChainPlan): boolean {
    return links.some((link) => isRequestScoped(link, this.#container))
  }

  aroundRoute(plan: ChainPlan, route: Route, dispatch: Dispatch): Dispatch {
    if (plan.links.length > 0) {
      const chain = this.#chain(plan, (request) => dispatch(request, valuesOf(request)))
      return (request, values) => {
        enterExchange(request, new Exchange(plan, values))
        return chain(request)
      }
    }
    const isGathering =
      route.arguments.supplied.length > 0 ||
      this.#container.lifetime(route.controller) === 'request'
    if (!isGathering) return dispatch
    return (request, values) => {
      enterExchange(request, new Exchange(plan, values))
      return dispatch(request, values)
    }
  }

  aroundEndpoint(path: string, endpoint: Handler): Handler {
    return this.#around(this.#planner.plan({ kind: 'endpoint', path }, this.#application), endpoint)
  }

  aroundUnmatched(handler: Handler): Handler {
    return this.#around(this.#planner.plan({ kind: 'unmatched' }, this.#application), handler)
  }

  /** What is asked before a request to a route: its policies, without the route. */
  aroundPreflight(plan: ChainPlan, handler: Handler): Handler {
    const links = plan.links.filter(({ stage }) => stage === 'observe' || stage === 'respond')
    return this.#around({ ...plan, links }, handler)
  }

  #around(plan: ChainPlan, handler: Handler): Handler {
    this.#checkProvided(plan.links)
    if (plan.links.length === 0) return handler
    const chain = this.#chain(plan, handler)
    return (request) => {
      enterExchange(request, new Exchange(plan, []))
      return chain(request)
    }
  }

  #chain(plan: ChainPlan, innermost: Handler): Handler {
    const chain = createChain(plan.links, innermost, this.#container, this.#recover)
    if (!this.sharesScope(plan)) return chain
    return (request) =>
      invokeInScope(
        this.#container,
        (scope) => {
          ;(exchangeOf(request) as Exchange).scope = scope
          return chain(request)
        },
        provideRequest(request),
        untilComplete,
      )
  }

  /** Who provides what, once each is there before it is needed. */
  #checkProvided(links: readonly Link[]): ReadonlyMap<Token, Link> {
    const provided = new Map<Token, Link>()
    for (const link of links) {
      const { name, at } = link.level
      for (const type of this.#container.supplied(link.type)) {
        if (type === HttpRequest || provided.has(type)) continue
        throw new InvalidMiddleware(name, at, lacking(`The constructor of ${link.type.name}`, type))
      }
      for (const type of providedBy(link.type)) {
        const first = provided.get(type)
        if (first) {
          const both = `${first.type.name} and ${link.type.name} both provide ${type.name}`
          throw new InvalidMiddleware(name, at, `${both}. Take one of them away with @Without.`)
        }
        provided.set(type, link)
      }
    }
    return provided
  }
}

function levelsOfApplication({ application }: Router): Level[] {
  if (!application) return []
  const { name, at, attributes } = application
  return [{ kind: 'application', name, at, attributes }]
}

function valuesOf(request: HttpRequest): readonly string[] {
  return (exchangeOf(request) as Exchange).values
}

function lacking(parameter: string, type: Class): string {
  return (
    `${parameter} takes a ${type.name}, which no middleware before it provides. ` +
    `Put one that is marked @Provides(${type.name}) around it with @Use, at an earlier place or stage.`
  )
}
