import type { Token } from '../../container/binding.ts'
import type { HttpRequest } from '../../message/http-request.ts'
import type { Class } from '../../reflection/type-info.ts'
import type { Link } from './chain-plan.ts'
import type { MiddlewareClass, Target } from './middleware.ts'

/** Says who is let in; given to the kernel. */
export interface Admission {
  /** The middleware that lets callers in: the innermost of the stage `authenticate`. */
  readonly middleware: MiddlewareClass
  /** What it asks at a target with the middleware `around`; undefined where it asks nothing. Throws at boot. */
  plan(target: Target, around: readonly Token[]): AdmissionRules | undefined
}

/** What API documents say about the requirements. */
export interface DescribedAdmission {
  /** Any one of these is enough: names of schemes, each with the scopes that it needs. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /** The statuses that refusals have. */
  readonly refusals: readonly (401 | 403 | 404)[]
}

/** What is asked at one target. */
export interface AdmissionRules {
  /** In words, for people. */
  readonly text: string
  readonly described: DescribedAdmission
  /** What the middleware provides. */
  readonly provides: readonly Class[]
  /** Checks what needs the arguments of a route, before its method; undefined where nothing does. Throws, or rejects. */
  readonly check?: CheckArguments | undefined
}

export type CheckArguments = (
  args: readonly unknown[],
  request: HttpRequest,
) => void | Promise<void>

/** The links with one more, after all in its stage and in the stages outside it. */
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
