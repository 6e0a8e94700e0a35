import type { Token } from '../../base/container/binding.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import type { TargetAccess } from '../../http/chain/access.ts'
import type { GuardedCall, Requirement } from './decorators.ts'
import type { PolicyPlan } from './policy.ts'
import { Principal } from './principal.ts'
import type { Scheme } from './scheme.ts'

/** The scopes or roles that a caller needs: all of them, or at least one. */
export interface RequiredNames {
  readonly names: readonly string[]
  readonly isAnyOf: boolean
}

/** The access rule of a route, path, tool, resource or command, planned at boot. */
export interface AccessRule {
  readonly kind: GuardedCall['kind'] | 'endpoint' | 'files'
  /** The operation: `GET /orders/{id}`, a path, the name of a tool or command, or the URI of a resource. */
  readonly name: string
  /** The authentication mode: not needed, optional (a request may come without a credential), or required. */
  readonly authentication: 'none' | 'optional' | 'required'
  /** The accepted schemes, by name. */
  readonly schemes: ReadonlyMap<string, Scheme<never>>
  /** The schemes whose `prepare` runs before authentication. */
  readonly preparing: readonly Scheme<never>[]
  /** The classes that the caller must be an instance of. */
  readonly callers: readonly Token[]
  readonly neededRoles: readonly RequiredNames[]
  readonly neededScopes: readonly RequiredNames[]
  /** The scopes that the operation needs. If any of several scopes is enough, only one of them is listed. */
  readonly scopes: readonly string[]
  /** The custom requirements of the application. */
  readonly customRequirements: readonly Requirement[]
  /** The maximum time since the caller signed in, in seconds. */
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
  customRequirements: [],
  fresh: undefined,
  policies: [],
}

function scopesOf(needed: readonly RequiredNames[]): string[] {
  const all = needed.filter(({ isAnyOf }) => !isAnyOf).flatMap(({ names }) => names)
  const first = needed
    .filter(({ names, isAnyOf }) => isAnyOf && !names.some((name) => all.includes(name)))
    .map(({ names }) => names[0] as string)
  return [...new Set([...all, ...first])]
}

/** True if a rule accepts every call and needs no preparation. */
export function isOpen({ authentication, preparing }: AccessRule): boolean {
  return authentication === 'none' && preparing.length === 0
}

/** Returns the security requirements and error status codes of a rule, for OpenAPI documents. */
export function describeRule(rule: AccessRule): TargetAccess['openApi'] {
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
  const { callers, neededRoles, neededScopes, customRequirements, policies, schemes, name } = rule
  const isChanging = !/^(?:GET|HEAD) /u.test(name)
  return (
    [neededRoles, neededScopes, customRequirements].some((list) => list.length > 0) ||
    callers.some((type) => type !== Principal) ||
    policies.some(({ hidden }) => hidden === undefined) ||
    // If the credential is a cookie, a page of another site gets a 403 for requests that may change data.
    (isChanging && Array.from(schemes.values()).some(({ reads }) => 'cookie' in reads))
  )
}

/** Formats a rule for humans, such as `scope orders:read (by user)`. */
export function ruleText(rule: AccessRule): string {
  const { authentication, fresh, callers } = rule
  if (authentication !== 'required') {
    return authentication === 'optional' ? 'public, caller optional' : 'public'
  }
  const needs = [
    ...rule.neededScopes.map((needed) => `scope ${namesText(needed)}`),
    ...rule.neededRoles.map((needed) => `role ${namesText(needed)}`),
    ...rule.policies.map((policy) => `${policy.class.name}.${policy.methodName}`),
    ...rule.customRequirements.map((use) => nameOf(use.constructor as Class)),
    ...callers.filter(({ name }) => name !== 'Principal').map(({ name }) => name),
    ...(fresh === undefined ? [] : [`fresh ${fresh}s`]),
  ]
  const by = `by ${[...rule.schemes.keys()].join(' or ')}`
  return needs.length > 0 ? `${needs.join(', ')} (${by})` : `authenticated ${by}`
}

function namesText({ names, isAnyOf }: RequiredNames): string {
  return names.join(isAnyOf ? ' or ' : ' and ')
}

function nameOf({ name }: Class): string {
  return name.replace(/Attribute$/u, '')
}
