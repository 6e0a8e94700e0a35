import type { Token } from '../container/binding.ts'
import type { Class } from '../reflection/type-info.ts'
import type { GuardedCall, Requirement } from './attributes.ts'
import type { PolicyPlan } from './policy-plan.ts'
import type { DescribedAdmission } from '../http/chain/admission.ts'
import { Principal } from './principal.ts'
import type { Scheme } from './scheme.ts'

/** Names that a caller must hold: all of them, or one. */
export interface NeededNames {
  readonly names: readonly string[]
  readonly isOne: boolean
}

export interface AccessPlanParts {
  readonly kind: GuardedCall['kind'] | 'endpoint' | 'files'
  /** `GET /orders/{id}`, a path, or the name of a tool, resource or command. */
  readonly name: string
  /** Who is let in: `optional` takes the caller where there is one, `nobody` asks for none. */
  readonly who: 'nobody' | 'optional' | 'somebody'
  /** The accepted schemes, by name. */
  readonly schemes: ReadonlyMap<string, Scheme<never>>
  /** The schemes that are asked to prepare. */
  readonly preparing: readonly Scheme<never>[]
  /** The classes that the principal has to be of. */
  readonly callers: readonly Token[]
  readonly roles: readonly NeededNames[]
  readonly scopes: readonly NeededNames[]
  readonly own: readonly Requirement[]
  /** How many seconds ago, at most, the caller must have signed in. */
  readonly fresh: number | undefined
  readonly policies: readonly PolicyPlan[]
}

/** What one operation asks of its callers, computed at boot; the same for routes, tools, resources and commands. */
export class AccessPlan {
  readonly parts: AccessPlanParts
  /** All scopes that the operation needs; where one of several is enough, the first. */
  readonly scopes: readonly string[]

  constructor(parts: AccessPlanParts) {
    this.parts = parts
    const all = parts.scopes.filter(({ isOne }) => !isOne).flatMap(({ names }) => names)
    const first = parts.scopes
      .filter(({ names, isOne }) => isOne && !names.some((name) => all.includes(name)))
      .map(({ names }) => names[0] as string)
    this.scopes = [...new Set([...all, ...first])]
  }

  /** Whether callers without a credential are let in too. */
  get isPublic(): boolean {
    return this.parts.who !== 'somebody'
  }

  /** What API documents say. */
  get described(): DescribedAdmission {
    const { who, schemes, policies } = this.parts
    if (who === 'nobody') return { security: [], refusals: [] }
    const named = Array.from(schemes.keys(), (name) => ({ [name]: this.scopes }))
    const isHidden = policies.some(({ hidden }) => hidden !== undefined)
    return {
      security: who === 'optional' ? [{}, ...named] : named,
      refusals: [
        401,
        ...(this.#mayForbid ? [403 as const] : []),
        ...(isHidden ? [404 as const] : []),
      ],
    }
  }

  /** Whether a known caller may be refused openly. */
  get #mayForbid(): boolean {
    const { callers, roles, scopes, own, policies, schemes, name } = this.parts
    const isChanging = !/^(?:GET|HEAD) /u.test(name)
    return (
      [roles, scopes, own].some((list) => list.length > 0) ||
      callers.some((type) => type !== Principal) ||
      policies.some(({ hidden }) => hidden === undefined) ||
      // Requests that pages of other sites make a browser send are refused.
      (isChanging && Array.from(schemes.values()).some(({ reads }) => 'cookie' in reads))
    )
  }

  /** What is asked, for people. */
  get text(): string {
    const { who, roles, scopes, own, fresh, policies, schemes, callers } = this.parts
    if (who !== 'somebody') return who === 'optional' ? 'public, or the caller' : 'public'
    const asked = [
      ...scopes.map((needed) => `scope ${textOf(needed)}`),
      ...roles.map((needed) => `role ${textOf(needed)}`),
      ...policies.map(({ type, method }) => `${type.name}.${method}`),
      ...own.map((use) => nameOf(use.constructor as Class)),
      ...callers.filter(({ name }) => name !== 'Principal').map(({ name }) => name),
      ...(fresh === undefined ? [] : [`fresh ${fresh}s`]),
    ]
    const by = `by ${[...schemes.keys()].join(' or ')}`
    return asked.length > 0 ? `${asked.join(', ')} (${by})` : `authenticated ${by}`
  }
}

function textOf({ names, isOne }: NeededNames): string {
  return names.join(isOne ? ' or ' : ' and ')
}

function nameOf({ name }: Class): string {
  return name.replace(/Attribute$/u, '')
}
