import type { Token } from '../../container/binding.ts'
import type { HttpRequest } from '../../message/http-request.ts'
import type { Class } from '../../reflection/type-info.ts'
import type { Link } from './chain-plan.ts'
import type { MiddlewareClass, Target } from './middleware.ts'

/** Says who is let in, as the kernel is given it. */
export interface Admission {
  /** The middleware that lets callers in: the innermost of the stage `authenticate`. */
  readonly middleware: MiddlewareClass
  /** What it asks at a target, `around` being the middleware there; undefined where it asks nothing. Throws at boot. */
  plan(target: Target, around: readonly Token[]): AdmissionRules | undefined
}

/** What documents say about what is asked. */
export interface DescribedAdmission {
  /** One of these will do: the names of schemes, each with the scopes that are needed. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /** The statuses of refusals. */
  readonly refusals: readonly (401 | 403 | 404)[]
}

/** What is asked at one target. */
export interface AdmissionRules {
  /** For people. */
  readonly text: string
  readonly described: DescribedAdmission
  /** What the middleware provides. */
  readonly provides: readonly Class[]
  /** Asks what needs the arguments of a route, ahead of its method; undefined where nothing does. Throws, or rejects. */
  readonly check?: CheckArguments | undefined
}

export type CheckArguments = (
  args: readonly unknown[],
  request: HttpRequest,
) => void | Promise<void>

/** The links with one more, behind all that stand in its stage and further out. */
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
