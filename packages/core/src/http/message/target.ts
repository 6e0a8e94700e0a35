import type { Class } from '../../base/reflection/type-info.ts'

/** The route of a request. */
export interface MatchedRoute {
  /** The HTTP method in upper case, such as `GET`. */
  readonly httpMethod: string
  /** The path template, such as `/users/{id}`. */
  readonly path: string
  readonly controller: Class
  readonly methodName: string
}

/** The destination of a request: a route, an endpoint, static files, or no match. */
export interface Target {
  /** The kind of target. `endpoint` is a built-in path, such as `/docs`. `unmatched`: none was found. */
  readonly kind: 'route' | 'endpoint' | 'files' | 'unmatched'
  /** The template of a route, or the path of an endpoint or of static files. */
  readonly path?: string
  readonly route?: MatchedRoute
}
