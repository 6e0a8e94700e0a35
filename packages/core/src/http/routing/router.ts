import { discoverInto } from '../../base/discovery/discover-classes.ts'
import { UnresolvableParameter } from '../binding/errors.ts'
import { classAttributes, reflect } from '../../base/reflection/reflect.ts'
import type { ClassReflection } from '../../base/reflection/class-reflection.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { ApplicationAttribute } from './decorators.ts'
import { attemptEach } from '../../base/reflection/attempt.ts'
import { createRoutes, type CreatedRoute } from './create-routes.ts'
import { ErrorHandlers } from '../error-handling/error-handlers.ts'
import { DuplicateRoute, InvalidMiddleware } from '../error-handling/errors.ts'
import { normalizePath } from './path-template.ts'
import { prefixOf } from './prefix.ts'
import { placeOfRoute, type Route } from './route.ts'
import { RouteTree } from './route-tree.ts'

/** A route and the decoded values of its placeholders, in order. */
export interface RouteMatch {
  readonly route: Route
  readonly values: readonly string[]
}

/** A route and the decoded values of its placeholders, by name. */
export interface MatchedPath {
  readonly route: Route
  readonly parameters: Readonly<Record<string, string>>
}

/** The routes of the application. */
export class Router {
  #application: ClassReflection | undefined
  readonly #classes = new Set<Class>()
  /** One tree for each HTTP method. Its matches have no values: `find` adds those of placeholders. */
  #trees: Record<string, RouteTree<RouteMatch>> = Object.create(null)
  #routes: Route[] = []
  /**
   * The error about an unresolved parameter. It is not thrown immediately, because the application class, which may be
   * registered later, may have a prefix with a placeholder of that name.
   */
  #unresolvedParameter: UnresolvableParameter | undefined
  /** The methods that return responses to errors. */
  readonly errorHandlers = new ErrorHandlers()

  /** The routes in the order of registration. Throws if a parameter cannot be resolved. */
  get routes(): readonly Route[] {
    if (this.#unresolvedParameter) throw this.#unresolvedParameter
    return this.#routes
  }

  /** The class marked with `@Application()`, whose other decorators apply to every request. */
  get application(): ClassReflection | undefined {
    return this.#application
  }

  /** All registered classes, including those without routes. */
  get classes(): ReadonlySet<Class> {
    return this.#classes
  }

  /**
   * Adds the routes and error handlers of a class, and the decorators if it is the application class. Throws if a path
   * is invalid, a route already exists, or a parameter cannot be resolved. Before the application class is registered,
   * the error about a parameter is thrown by `routes` instead.
   */
  register(controller: Class): this {
    this.#classes.add(controller)
    this.errorHandlers.register(controller)
    const isNew = this.#setApplication(controller)
    if (isNew && (this.#unresolvedParameter || prefixOf(reflect(controller)) !== '')) {
      this.#trees = Object.create(null)
      this.#routes = []
      this.#unresolvedParameter = undefined
      for (const type of this.#classes) if (type !== controller) this.#addRoutes(type)
    }
    this.#addRoutes(controller)
    return this
  }

  /** Returns the route for an HTTP method and path, or undefined. Throws `HttpError` 400 if the path is malformed. */
  match(httpMethod: string, path: string): MatchedPath | undefined {
    const match = this.find(httpMethod, path) ?? this.find(httpMethod, normalizePath(path))
    if (!match) return undefined
    const { route, values } = match
    const pairs = route.placeholders.map((name, index) => [name, values[index] as string] as const)
    return { route, parameters: Object.fromEntries(pairs) }
  }

  /**
   * Like `match`, but does not normalize the path, and returns the values in the order of the placeholders. For
   * kernels.
   */
  find(httpMethod: string, path: string): RouteMatch | undefined {
    const tree = this.#trees[httpMethod]
    const match = tree?.find(path)
    if (tree === undefined || match === undefined) return undefined
    const { route } = match
    const { length } = route.placeholders
    if (length === 0) return match
    const first = tree.valueAt(path, 0)
    if (length === 1) return { route, values: [first] }
    // Adding elements to an array would cost more than the lookup.
    const values = [first, tree.valueAt(path, 1)]
    for (let index = 2; index < length; index += 1) values.push(tree.valueAt(path, index))
    return { route, values }
  }

  /**
   * Returns the HTTP methods that have a route for a path, in alphabetical order. For the path `*`, returns the methods
   * of all routes. HEAD is included with GET, and OPTIONS with any method.
   */
  methodsOf(path: string): string[] {
    const methods = Object.entries(this.#trees)
      .filter(([, tree]) => path === '*' || tree.find(path))
      .map(([name]) => name)
    if (methods.length === 0) return []
    const implied = methods.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS']
    return [...new Set([...methods, ...implied])].toSorted()
  }

  /** Sets the application class, if `type` is one. Returns true if it was not set before. */
  #setApplication(type: Class): boolean {
    if (!classAttributes(type).some((use) => use instanceof ApplicationAttribute)) return false
    const match = reflect(type)
    const first = this.#application
    if (first && first.class !== type) {
      const problem = `${first.name} (${first.at}) is already marked @Application(). Keep one of them.`
      throw new InvalidMiddleware(match.name, match.at, problem)
    }
    this.#application = match
    return first === undefined
  }

  #addRoutes(controller: Class): void {
    const application = this.#application
    const isOther = application && application.class !== controller
    try {
      const created = createRoutes(controller, isOther ? [prefixOf(application)] : [])
      attemptEach(
        created,
        ({ route }) => placeOfRoute(route),
        (each) => this.#add(each),
      )
    } catch (error) {
      if (application || !(error instanceof UnresolvableParameter)) throw error
      this.#unresolvedParameter ??= error
    }
  }

  #add({ route, template, owner }: CreatedRoute): void {
    const tree = (this.#trees[route.httpMethod] ??= new RouteTree())
    const existing = tree.add(template, { route, values: noValues })
    if (existing) {
      const { class: first, method } = existing.route.declaration
      throw new DuplicateRoute(route.httpMethod, route.path, `${first.name}.${method.name}`, owner)
    }
    this.#routes.push(route)
  }
}

/** Finds the controllers of an application. */
export class RouteDiscovery {
  /** Registers the controllers of an application. `root` is the folder of its package.json, as a path or file URL. */
  static discover(root: string | URL): Promise<Router> {
    return discoverInto(new Router(), root)
  }
}

const noValues: readonly string[] = []
