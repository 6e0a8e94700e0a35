import type { Token } from '../../container/binding.ts'
import type { HttpRequest } from '../../message/http-request.ts'
import type { Class } from '../../reflection/type-info.ts'
import type { Link } from './chain-plan.ts'
import type { MiddlewareClass, Target } from './middleware.ts'

/** Plans the access to targets; an option of the kernel. */
export interface Admission {
  /** The middleware that authenticates callers, the innermost of the stage `authenticate`. */
  readonly middleware: MiddlewareClass
  /**
   * Returns the rules of a target with the middleware `around`, or undefined if it needs no authentication. Throws at
   * boot.
   */
  plan(target: Target, around: readonly Token[]): AdmissionRules | undefined
}

/** The access rules for API documents. */
export interface DescribedAdmission {
  /** Alternatives: names of schemes, each with the required scopes. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /** The statuses of refused requests. */
  readonly refusals: readonly (401 | 403 | 404)[]
}

/** The access rules of one target. */
export interface AdmissionRules {
  /** A readable form. */
  readonly text: string
  readonly described: DescribedAdmission
  /** The classes that the middleware provides. */
  readonly provides: readonly Class[]
  /**
   * Checks rules that need the arguments of a route, before its method is called. Undefined if there are no such rules.
   * Throws, or rejects.
   */
  readonly check?: CheckArguments | undefined
}

export type CheckArguments = (
  args: readonly unknown[],
  request: HttpRequest,
) => void | Promise<void>

/** Adds the middleware after all others of its stage and of outer stages. */
export function withAdmission(
  links: readonly Link[],
  type: MiddlewareClass,
  { provides }: AdmissionRules,
): Link[] {
  const place = links.findIndex(({ stage }) => stage === 'handle')
  const level = { kind: 'application', name: 'Authentication', at: 'fw', attributes: [] } as const
  const link: Link = { type, stage: 'authenticate', level, provides }
  return links.toSpliced(place === -1 ? links.length : place, 0, link)
}
