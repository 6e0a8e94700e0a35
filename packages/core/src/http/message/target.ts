import type { Class } from '../../base/reflection/type-info.ts'

/** The route of a request. */
export interface MatchedRoute {
  /** The method in upper case, such as `GET`. */
  readonly httpMethod: string
  /** The template, such as `/users/{id}`. */
  readonly path: string
  readonly controller: Class
  readonly methodName: string
}

/** The destination of a request: a route, an endpoint, static files, or no match. */
export interface Target {
  /** `endpoint` is a built-in path, such as `/docs`. `unmatched` requests get 400, 404 or 405. */
  readonly kind: 'route' | 'endpoint' | 'files' | 'unmatched'
  /** The template of a route, or the path of an endpoint or of static files. */
  readonly path?: string
  readonly route?: MatchedRoute
}
