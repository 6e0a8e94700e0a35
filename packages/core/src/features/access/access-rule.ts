import type { Token } from '../../base/container/binding.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import type { TargetAccess } from '../../http/chain/access.ts'
import type { GuardedCall, Requirement } from './decorators.ts'
import type { PolicyPlan } from './policy.ts'
import { Principal } from './principal.ts'
import type { Scheme } from './scheme.ts'

/** Names that a caller needs: all of them, or one of them. */
export interface NeededNames {
  readonly names: readonly string[]
  readonly isOne: boolean
}

/** The access rule of a route, path, tool, resource or command, planned at boot. */
export interface AccessRule {
  readonly kind: GuardedCall['kind'] | 'endpoint' | 'files'
  /** The operation: `GET /orders/{id}`, a path, or the name of a tool, resource or command. */
  readonly name: string
  /** The authentication mode: not needed, optional (a request may come without a credential), or required. */
  readonly authentication: 'none' | 'optional' | 'required'
  /** The accepted schemes, by name. */
  readonly schemes: ReadonlyMap<string, Scheme<never>>
  /** The schemes whose `prepare` runs before authentication. */
  readonly preparing: readonly Scheme<never>[]
  /** The classes that the caller must be an instance of. */
  readonly callers: readonly Token[]
  readonly neededRoles: readonly NeededNames[]
  readonly neededScopes: readonly NeededNames[]
  /** All scopes that the operation needs. If one of several is enough, only the first of them. */
  readonly scopes: readonly string[]
  /** The requirements that the application has defined itself. */
  readonly own: readonly Requirement[]
  /** The maximum time since the caller has signed in, in seconds. */
  readonly fresh: number | undefined
  readonly policies: readonly PolicyPlan[]
}

type RuleParts = Pick<AccessRule, 'kind' | 'name' | 'authentication' | 'schemes'> &
  Partial<Omit<AccessRule, 'scopes'>>

/** Creates a rule. Parts that are left out add no requirements. */
export function createRule(parts: RuleParts): AccessRule {
  const { neededScopes = [] } = parts
  const scopes = scopesOf(neededScopes)
  return { ...noNeeds, ...parts, neededScopes, scopes }
}

const noNeeds = {
  preparing: [],
  callers: [],
  neededRoles: [],
  own: [],
  fresh: undefined,
  policies: [],
}

function scopesOf(needed: readonly NeededNames[]): string[] {
  const all = needed.filter(({ isOne }) => !isOne).flatMap(({ names }) => names)
  const first = needed
    .filter(({ names, isOne }) => isOne && !names.some((name) => all.includes(name)))
    .map(({ names }) => names[0] as string)
  return [...new Set([...all, ...first])]
}

/** True if a rule accepts every call and needs no preparation. */
export function isOpen({ authentication, preparing }: AccessRule): boolean {
  return authentication === 'none' && preparing.length === 0
}

/** Returns the security requirements and error status codes of a rule, for OpenAPI documents. */
export function describeRule(rule: AccessRule): TargetAccess['described'] {
  const { authentication, schemes, policies, scopes } = rule
  if (authentication === 'none') return { security: [], refusals: [] }
  const named = Array.from(schemes.keys(), (name) => ({ [name]: scopes }))
  const isHidden = policies.some(({ hidden }) => hidden !== undefined)
  return {
    security: authentication === 'optional' ? [{}, ...named] : named,
    refusals: [
      401,
      ...(mayForbid(rule) ? [403 as const] : []),
      ...(isHidden ? [404 as const] : []),
    ],
  }
}

/** True if an authenticated caller may get a 403. */
function mayForbid(rule: AccessRule): boolean {
  const { callers, neededRoles, neededScopes, own, policies, schemes, name } = rule
  const isChanging = !/^(?:GET|HEAD) /u.test(name)
  return (
    [neededRoles, neededScopes, own].some((list) => list.length > 0) ||
    callers.some((type) => type !== Principal) ||
    policies.some(({ hidden }) => hidden === undefined) ||
    // If the credential is a cookie, requests that may change data are rejected if they come from pages of other sites.
    (isChanging && Array.from(schemes.values()).some(({ reads }) => 'cookie' in reads))
  )
}

/** Formats a rule for humans, such as `scope orders:read (by user)`. */
export function ruleText(rule: AccessRule): string {
  const { authentication, fresh, callers } = rule
  if (authentication !== 'required') {
    return authentication === 'optional' ? 'public, or the caller' : 'public'
  }
  const needs = [
    ...rule.neededScopes.map((needed) => `scope ${namesText(needed)}`),
    ...rule.neededRoles.map((needed) => `role ${namesText(needed)}`),
    ...rule.policies.map((policy) => `${policy.class.name}.${policy.methodName}`),
    ...rule.own.map((use) => nameOf(use.constructor as Class)),
    ...callers.filter(({ name }) => name !== 'Principal').map(({ name }) => name),
    ...(fresh === undefined ? [] : [`fresh ${fresh}s`]),
  ]
  const by = `by ${[...rule.schemes.keys()].join(' or ')}`
  return needs.length > 0 ? `${needs.join(', ')} (${by})` : `authenticated ${by}`
}

function namesText({ names, isOne }: NeededNames): string {
  return names.join(isOne ? ' or ' : ' and ')
}

function nameOf({ name }: Class): string {
  return name.replace(/Attribute$/u, '')
}
