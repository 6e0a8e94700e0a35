import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Token } from '../../base/container/binding.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import type { Link } from './chain-plan.ts'
import type { MiddlewareClass, Target } from './middleware.ts'

/**
 * An option of the kernel that plans the access control of a target. `around` are the middleware classes of the target.
 * Returns undefined if the target needs no authentication. Throws at boot.
 */
export type PlanAccess = (target: Target, around: readonly Token[]) => TargetAccess | undefined

/** The access control planned for one target. */
export interface TargetAccess {
  /** The middleware that authenticates callers, which is the innermost in the stage `authenticate`. */
  readonly middleware: MiddlewareClass
  /** The access rule in a human-readable form. */
  readonly text: string
  /** The access rule for OpenAPI documents. */
  readonly described: {
    /** Alternatives: the names of security schemes, each with its required scopes. */
    readonly security: readonly Readonly<Record<string, readonly string[]>>[]
    /** The status codes of rejected requests. */
    readonly refusals: readonly (401 | 403 | 404)[]
  }
  /** The classes that the authentication middleware provides. */
  readonly provides: readonly Class[]
  /**
   * Checks policies that need the arguments of a route, before its method is called. Undefined if no policy needs them.
   * Throws, or rejects.
   */
  readonly check?: CheckArguments | undefined
}

export type CheckArguments = (args: readonly unknown[], request: HttpRequest) => MaybePromise<void>

/** Adds the authentication middleware after all others in its stage and in outer stages. */
export function withAccess(
  links: readonly Link[],
  { middleware: type, provides }: TargetAccess,
): Link[] {
  const place = links.findIndex(({ stage }) => stage === 'handle')
  const level = { kind: 'application', name: 'Authentication', at: 'fw', attributes: [] } as const
  const link: Link = { type, stage: 'authenticate', level, provides }
  return links.toSpliced(place === -1 ? links.length : place, 0, link)
}
