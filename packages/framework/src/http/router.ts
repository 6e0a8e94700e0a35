import { discoverInto } from '../discovery/discover-classes.ts'
import { planArguments } from '../binding/argument-plan.ts'
import { classAttributes, reflect, type ClassReflection } from '../reflection/reflect.ts'
import { markedMethods, type MarkedMethod } from '../reflection/marked-methods.ts'
import type { Class } from '../reflection/type-info.ts'
import { refuseUnreadable } from '../validation/refuse-unreadable.ts'
import { isRouteAttribute, type RouteAttribute } from './attributes.ts'
import { DuplicateRoute, InvalidMiddleware, InvalidRoute } from './errors.ts'
import { ApplicationAttribute } from './middleware.ts'
import { parsePath, type PathTemplate } from './path-template.ts'
import type { Route } from './route.ts'
import { RouteTree } from './route-tree.ts'

/** A route and the decoded values of its placeholders, in their order. */
export interface RouteMatch {
  readonly route: Route
  readonly values: readonly string[]
}

/** Knows every route of the application. */
export class Router {
  #application: ClassReflection | undefined
  readonly #classes = new Set<Class>()
  /** By HTTP method. */
  readonly #trees: Record<string, RouteTree<Route>> = Object.create(null)
  readonly #routes: Route[] = []

  /** In the order of registration. */
  get routes(): readonly Route[] {
    return this.#routes
  }

  /** The class marked `@Application()`, whose other attributes hold for every request. */
  get application(): ClassReflection | undefined {
    return this.#application
  }

  /** All classes that were registered, those without routes included. */
  get classes(): ReadonlySet<Class> {
    return this.#classes
  }

  /**
   * Adds the routes of a controller, or the application's attributes. Throws where a path is not usable or taken, or a parameter cannot be filled.
   */
  register(controller: Class): this {
    this.#classes.add(controller)
    this.#setApplication(controller)
    for (const marked of markedMethods(controller, isRouteAttribute, InvalidRoute)) {
      const template = parsePath(marked.use.path(), marked.owner)
      this.#add(createRoute(marked, template.placeholders), template, marked.owner)
    }
    return this
  }

  /** The route of a method and path. Throws `HttpError` 400 for a malformed path. */
  find(httpMethod: string, path: string): RouteMatch | undefined {
    const tree = this.#trees[httpMethod]
    const route = tree?.find(path)
    if (tree === undefined || route === undefined) return undefined
    const { placeholders } = route
    if (placeholders.length === 0) return { route, values: noValues }
    return { route, values: placeholders.map((_, index) => tree.valueAt(path, index)) }
  }

  /** The methods that have a route for a path, in alphabetical order; HEAD with GET, OPTIONS with any. */
  methodsOf(path: string): string[] {
    const methods = Object.entries(this.#trees)
      .filter(([, tree]) => tree.find(path))
      .map(([name]) => name)
    if (methods.length === 0) return []
    const implied = methods.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS']
    return [...new Set([...methods, ...implied])].toSorted()
  }

  #setApplication(type: Class): void {
    if (!classAttributes(type).some((use) => use instanceof ApplicationAttribute)) return
    const found = reflect(type)
    const first = this.#application
    if (first && first.class !== type) {
      const problem = `${first.name} (${first.at}) is marked @Application() already. Keep one of them.`
      throw new InvalidMiddleware(found.name, found.at, problem)
    }
    this.#application = found
  }

  #add(route: Route, template: PathTemplate, owner: string): void {
    const tree = (this.#trees[route.httpMethod] ??= new RouteTree())
    const taken = tree.add(template, route)
    if (taken) {
      const { class: first, method } = taken.declaration
      throw new DuplicateRoute(route.httpMethod, route.path, `${first.name}.${method.name}`, owner)
    }
    this.#routes.push(route)
  }
}

/** Finds the controllers of an application. */
export class RouteDiscovery {
  /** `root` is the folder of the application's package.json, as a path or file URL. */
  static discover(root: string | URL): Promise<Router> {
    return discoverInto(new Router(), root)
  }
}

const noValues: readonly string[] = []

function createRoute(
  { reflection, method, use, owner }: MarkedMethod<RouteAttribute>,
  placeholders: readonly string[],
): Route {
  if (method.returns) refuseUnreadable(method.returns, `${owner}, return type`)
  const path = use.path()
  const status = use.status()
  if (status !== undefined && !(status >= 200 && status <= 599)) {
    const problem = `an answer has a status from 200 to 599, and ${status} is none.`
    throw new InvalidRoute(owner, method.at, problem)
  }
  return {
    httpMethod: use.httpMethod().toUpperCase(),
    path,
    status,
    controller: reflection.class,
    methodName: method.name,
    placeholders,
    arguments: planArguments(owner, method, path, placeholders),
    declaration: { class: reflection, method },
  }
}
