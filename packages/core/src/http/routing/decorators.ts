import { attribute, type AttributeDecorator } from '../../base/reflection/attribute.ts'

/** The route of a method. Any decorator that implements this interface declares a route. */
export interface RouteAttribute {
  /** Returns the HTTP method in upper case, such as `GET`. */
  httpMethod(): string
  /** Returns a template such as `/users/{id}`. */
  path(): string
  /** Returns the status for results other than a `Reply` or `Response`; undefined means 200, or 204 without content. */
  status(): number | undefined
}

/** Options for a route. */
export interface RouteOptions {
  /** The status, unless the method returns a `Reply` or a `Response`. Default: 200, or 204 without content. */
  readonly status?: number
}

/** Marks the class whose other decorators apply to every request. */
export class ApplicationAttribute {}

export function isRouteAttribute(use: object): use is RouteAttribute {
  const { httpMethod, path, status } = use as Partial<RouteAttribute>
  const isFunction = typeof httpMethod === 'function'
  return isFunction && typeof path === 'function' && typeof status === 'function'
}

/** Handles GET and HEAD requests to a path. */
export const Get = routeAttribute('GET')
/** Handles POST requests to a path. */
export const Post = routeAttribute('POST')
/** Handles PUT requests to a path. */
export const Put = routeAttribute('PUT')
/** Handles PATCH requests to a path. */
export const Patch = routeAttribute('PATCH')
/** Handles DELETE requests to a path. */
export const Delete = routeAttribute('DELETE')

function routeAttribute(
  httpMethod: string,
): (path: string, options?: RouteOptions) => AttributeDecorator {
  class MethodRoute implements RouteAttribute {
    readonly #path: string
    readonly #status: number | undefined

    constructor(path: string, options: RouteOptions = {}) {
      this.#path = path
      this.#status = options.status
    }

    httpMethod(): string {
      return httpMethod
    }

    path(): string {
      return this.#path
    }

    status(): number | undefined {
      return this.#status
    }
  }
  return attribute(MethodRoute, "'/'")
}
