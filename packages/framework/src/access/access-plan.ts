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
  /** The authentication mode: none, optional (also accepts requests without a credential), or required. */
  readonly who: 'nobody' | 'optional' | 'somebody'
  /** The accepted schemes, by name. */
  readonly schemes: ReadonlyMap<string, Scheme<never>>
  /** The schemes whose `prepare` runs before authentication. */
  readonly preparing: readonly Scheme<never>[]
  /** The classes that the principal must be an instance of. */
  readonly callers: readonly Token[]
  readonly roles: readonly NeededNames[]
  readonly scopes: readonly NeededNames[]
  readonly own: readonly Requirement[]
  /** The maximum time since the caller signed in, in seconds. */
  readonly fresh: number | undefined
  readonly policies: readonly PolicyPlan[]
}

/** The access rules of one operation, computed at boot: of a route, tool, resource or command. */
export class AccessPlan {
  readonly parts: AccessPlanParts
  /** All scopes that the operation needs. If one of several is enough, the first of them. */
  readonly scopes: readonly string[]

  constructor(parts: AccessPlanParts) {
    this.parts = parts
    const all = parts.scopes.filter(({ isOne }) => !isOne).flatMap(({ names }) => names)
    const first = parts.scopes
      .filter(({ names, isOne }) => isOne && !names.some((name) => all.includes(name)))
      .map(({ names }) => names[0] as string)
    this.scopes = [...new Set([...all, ...first])]
  }

  /** True if callers without a credential are accepted. */
  get isPublic(): boolean {
    return this.parts.who !== 'somebody'
  }

  /** The security requirements and error statuses for API documents. */
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

  /** True if an authenticated caller may get a 403. */
  get #mayForbid(): boolean {
    const { callers, roles, scopes, own, policies, schemes, name } = this.parts
    const isChanging = !/^(?:GET|HEAD) /u.test(name)
    return (
      [roles, scopes, own].some((list) => list.length > 0) ||
      callers.some((type) => type !== Principal) ||
      policies.some(({ hidden }) => hidden === undefined) ||
      // Changing requests from pages of other sites are refused if the credential is a cookie.
      (isChanging && Array.from(schemes.values()).some(({ reads }) => 'cookie' in reads))
    )
  }

  /** The access rules in a readable form, such as `scope orders:read (by user)`. */
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
