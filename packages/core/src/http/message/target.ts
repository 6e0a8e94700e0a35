import type { Class } from '../../base/reflection/type-info.ts'

/** The route of a request. */
export interface MatchedRoute {
  /** In upper case, such as `GET`. */
  readonly httpMethod: string
  /** The template, such as `/users/{id}`. */
  readonly path: string
  readonly controller: Class
  readonly methodName: string
}

/** The target of a request. */
export interface Target {
  /** `endpoint` is a path of the framework, such as `/docs`. `unmatched` requests get 400, 404 or 405. */
  readonly kind: 'route' | 'endpoint' | 'files' | 'unmatched'
  /** The template of a route, or the path of an endpoint or of static files. */
  readonly path?: string
  readonly route?: MatchedRoute
}
