import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Token } from '../../base/container/binding.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import type { PlannedMiddleware } from './chain-plan.ts'
import type { MiddlewareClass, Target } from './middleware.ts'

/**
 * An option of the kernel that plans the access control of a target. `middleware` are the middleware classes of the
 * target. Called at boot. Returns undefined if every request is allowed without authentication. Throws if the access
 * rule of the target is invalid.
 */
export type PlanAccess = (target: Target, middleware: readonly Token[]) => TargetAccess | undefined

/** The access control planned for one target. */
export interface TargetAccess {
  /** The middleware that authenticates callers, which is the innermost in the stage `authenticate`. */
  readonly middleware: MiddlewareClass
  /** The access rule in a human-readable form. */
  readonly description: string
  /** The access rule for OpenAPI documents. */
  readonly openApi: {
    /** Alternatives: the names of security schemes, each with its required scopes. */
    readonly security: readonly Readonly<Record<string, readonly string[]>>[]
    /** The status codes of rejected requests. */
    readonly refusals: readonly (401 | 403 | 404)[]
  }
  /** The classes that the authentication middleware provides. */
  readonly provides: readonly Class[]
  /**
   * Checks policies that need the arguments of a route, before its method is called. Undefined if no policy needs them.
   * Throws or rejects if a policy denies access.
   */
  readonly check?: CheckArguments | undefined
}

export type CheckArguments = (args: readonly unknown[], request: HttpRequest) => MaybePromise<void>

/** Adds the authentication middleware after all others in its stage and in outer stages. */
export function withAccess(
  middleware: readonly PlannedMiddleware[],
  { middleware: type, provides }: TargetAccess,
): PlannedMiddleware[] {
  const index = middleware.findIndex(({ stage }) => stage === 'handle')
  const level = { kind: 'application', name: 'Authentication', at: 'fw', attributes: [] } as const
  const authentication: PlannedMiddleware = { type, stage: 'authenticate', level, provides }
  return middleware.toSpliced(index === -1 ? middleware.length : index, 0, authentication)
}
