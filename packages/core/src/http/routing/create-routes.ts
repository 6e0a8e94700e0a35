import { planArguments } from '../binding/argument-plan.ts'
import { attempt, attemptEach } from '../../base/reflection/attempt.ts'
import {
  markedMethods,
  placeOfMarked,
  type MarkedMethod,
} from '../../base/reflection/marked-methods.ts'
import { reflect } from '../../base/reflection/reflect.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { refuseUnreadable } from '../../data/validation/refuse-unreadable.ts'
import { ApplicationAttribute, isRouteAttribute, type RouteAttribute } from './decorators.ts'
import { InvalidPathTemplate, InvalidRoute } from '../error-handling/errors.ts'
import { parsePath, type PathTemplate } from './path-template.ts'
import { isPrefix, joinPrefixes, prefixOf } from './prefix.ts'
import type { Route } from './route.ts'

/** A route and the segments of its path. */
export interface CreatedRoute {
  readonly route: Route
  readonly template: PathTemplate
  /** The method as `Class.method`, for errors. */
  readonly owner: string
}

/**
 * Creates the routes of a class. `outerPrefixes` contains the prefixes of outer levels. Throws if the routes are
 * invalid.
 */
export function createRoutes(controller: Class, outerPrefixes: readonly string[]): CreatedRoute[] {
  const reflection = reflect(controller)
  const marked = markedMethods(controller, isRouteAttribute, InvalidRoute)
  const misplaced = reflection.methods.filter(({ attributes }) => attributes.some(isPrefix))
  attemptEach(
    misplaced,
    ({ name, at }) => ({ name: `${reflection.name}.${name}`, at }),
    ({ name, at }) => {
      const problem = '@Prefix is on a method. Write the whole path, or put @Prefix on the class.'
      throw new InvalidRoute(`${reflection.name}.${name}`, at, problem)
    },
  )
  const prefix = prefixOf(reflection)
  const appliesToSubclasses = reflection.isAbstract || reflection.attributes.some(isApplication)
  if (prefix !== '' && marked.length === 0 && !appliesToSubclasses) {
    const problem = '@Prefix is on a class without routes. Remove it, or make the class abstract.'
    throw new InvalidRoute(reflection.name, reflection.at, problem)
  }
  return attemptEach(marked, placeOfMarked, (method) =>
    createRoute(method, [...outerPrefixes, prefix]),
  )
}

function createRoute(
  { reflection, method, use, owner }: MarkedMethod<RouteAttribute>,
  prefixes: readonly string[],
): CreatedRoute {
  const routePath = use.path()
  // Parsed first, so that an error shows the path without prefixes.
  const routeTemplate = parsePath(routePath, owner)
  const path = joinPrefixes(prefixes, routePath)
  const template = path === routePath ? routeTemplate : parsePath(path, owner)
  const location = { name: owner, at: method.at }
  attempt(location, () => refuseReserved(path, owner))
  attempt(
    location,
    () => method.returns && refuseUnreadable(method.returns, `${owner}, return type`),
  )
  const status = use.status()
  attempt(location, () => refuseStatus(status, owner, method.at))
  const { placeholders } = template
  const route: Route = {
    httpMethod: use.httpMethod().toUpperCase(),
    path,
    status,
    controller: reflection.class,
    methodName: method.name,
    placeholders,
    arguments: planArguments(owner, method, path, placeholders),
    declaration: { class: reflection, method },
  }
  return { route, template, owner }
}

function refuseStatus(status: number | undefined, owner: string, at: string): void {
  if (status === undefined || (status >= 200 && status <= 599)) return
  throw new InvalidRoute(owner, at, `a response has a status from 200 to 599, not ${status}.`)
}

function refuseReserved(path: string, owner: string): void {
  if (path !== '/_fw' && !path.startsWith('/_fw/')) return
  throw new InvalidPathTemplate(owner, path, '/_fw is reserved for fw dev. Choose another path.')
}

function isApplication(use: object): boolean {
  return use instanceof ApplicationAttribute
}
