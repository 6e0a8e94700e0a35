import { attribute, type AttributeDecorator } from '../../reflection/attribute.ts'

/** A route that stands on a method. Any attribute that implements it is picked up. */
export interface RouteAttribute {
  /** Upper case, such as `GET`. */
  httpMethod(): string
  /** A template such as `/users/{id}`. */
  path(): string
  /** The status of plain data; undefined means 200, or 204 without content. */
  status(): number | undefined
}

/** What a route says beside its path. */
export interface RouteOptions {
  /** The status of the response when the method returns plain data. */
  readonly status?: number
}

/** Marks the one class whose other attributes hold for every request. */
export class ApplicationAttribute {}

export function isRouteAttribute(use: object): use is RouteAttribute {
  const { httpMethod, path, status } = use as Partial<RouteAttribute>
  const isFunction = typeof httpMethod === 'function'
  return isFunction && typeof path === 'function' && typeof status === 'function'
}

/** Answers GET, and HEAD, at a path. */
export const Get = routeAttribute('GET')
/** Answers POST at a path. */
export const Post = routeAttribute('POST')
/** Answers PUT at a path. */
export const Put = routeAttribute('PUT')
/** Answers PATCH at a path. */
export const Patch = routeAttribute('PATCH')
/** Answers DELETE at a path. */
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
  return attribute(MethodRoute)
}
