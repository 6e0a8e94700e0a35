import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Token } from '../../base/container/binding.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import type { Link } from './chain-plan.ts'
import type { MiddlewareClass, Target } from './middleware.ts'

/**
 * Plans the access control of a target with the middleware `around`. This is an option of the kernel. Returns undefined
 * if it needs no authentication. Throws at boot.
 */
export type PlanAccess = (target: Target, around: readonly Token[]) => TargetAccess | undefined

/** The planned access control of one target. */
export interface TargetAccess {
  /** The middleware that authenticates callers, the innermost of the stage `authenticate`. */
  readonly middleware: MiddlewareClass
  /** The access rule in a readable form. */
  readonly text: string
  /** The access rule for API documents. */
  readonly described: {
    /** Alternatives: names of schemes, each with the required scopes. */
    readonly security: readonly Readonly<Record<string, readonly string[]>>[]
    /** The statuses of refused requests. */
    readonly refusals: readonly (401 | 403 | 404)[]
  }
  /** The classes that the middleware provides. */
  readonly provides: readonly Class[]
  /**
   * Checks policies that need the arguments of a route, before its method is called. Undefined without such policies. Throws,
   * or rejects.
   */
  readonly check?: CheckArguments | undefined
}

export type CheckArguments = (args: readonly unknown[], request: HttpRequest) => MaybePromise<void>

/** Adds the middleware after all others of its stage and of outer stages. */
export function withAccess(
  links: readonly Link[],
  { middleware: type, provides }: TargetAccess,
): Link[] {
  const place = links.findIndex(({ stage }) => stage === 'handle')
  const level = { kind: 'application', name: 'Authentication', at: 'fw', attributes: [] } as const
  const link: Link = { type, stage: 'authenticate', level, provides }
  return links.toSpliced(place === -1 ? links.length : place, 0, link)
}
