import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import { parseDuration } from '../../base/config/units.ts'
import { refuseUndefined } from '../../http/chain/middleware.ts'
import type { HttpRequest } from '../../http/message/http-request.ts'
import { attribute } from '../../base/reflection/attribute.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { isScope } from './authentication.ts'
import type { Denied } from './errors.ts'
import type { Principal } from './principal.ts'

/** The operation that a requirement protects. */
export interface GuardedCall {
  readonly kind: 'route' | 'tool' | 'resource' | 'command'
  /** The operation: `GET /orders/{id}`, the name of a tool or command, or the URI of a resource. */
  readonly name: string
  /** The HTTP request; absent if the call did not come over HTTP. */
  readonly request?: HttpRequest
}

/** The interface of custom requirements: a decorator that implements it protects its method, or those of its class. */
export interface Requirement {
  /** Decides whether the caller may make the call. Only `true` allows it. */
  authorize(principal: Principal, call: GuardedCall): MaybePromise<boolean | Denied>
}

/**
 * The key of a property that marks decorators such as `@Command`: they make a method callable, but not as a route, tool
 * or resource.
 */
export const callable: unique symbol = Symbol('fw.callable')

export class PublicAttribute {}

export class AuthenticatedAttribute {
  readonly schemes: readonly string[]

  constructor(...schemes: string[]) {
    this.schemes = schemes
  }
}

export class ScopesAttribute {
  readonly names: readonly string[]

  constructor(...names: string[]) {
    this.names = scopesOf(names)
  }
}

export class AnyScopeAttribute {
  readonly names: readonly string[]

  constructor(...names: string[]) {
    this.names = scopesOf(names)
  }
}

export class RolesAttribute {
  readonly names: readonly string[]

  constructor(...names: string[]) {
    this.names = namesOf(names)
  }
}

export class AnyRoleAttribute {
  readonly names: readonly string[]

  constructor(...names: string[]) {
    this.names = namesOf(names)
  }
}

export class FreshAttribute {
  readonly seconds: number

  constructor(seconds: number | string) {
    this.seconds = typeof seconds === 'number' ? seconds : parseDuration(seconds) / 1000
    if (Number.isFinite(this.seconds) && this.seconds > 0) return
    throw new TypeError(
      `@Fresh takes a number of seconds above 0, or a string such as "10m", not ${seconds}.`,
    )
  }
}

/** Options for `@Allows`. */
export interface AllowsOptions {
  /** The method of the policy. Default: `allows`. */
  readonly method?: string
  /** Turns every denial into a 404 with this message; `true` means `Not found.` */
  readonly hidden?: true | string
}

export class AllowsAttribute {
  readonly policy: Class
  readonly method: string
  readonly hidden: string | undefined

  constructor(policy: Class, options: AllowsOptions = {}) {
    const { method = 'allows', hidden } = options
    refuseUndefined('@Allows', [policy])
    this.policy = policy
    this.method = method
    this.hidden = hidden === true ? 'Not found.' : hidden
  }
}

/** Allows every authenticated caller. With arguments, allows only callers that one of these schemes authenticated. */
export const Authenticated = attribute(AuthenticatedAttribute)

/**
 * Allows every caller, even if the class has requirements. If it is on a class, requirements of a method take
 * precedence.
 */
export const Public = attribute(PublicAttribute)

/** Allows callers with all of these scopes. */
export const Scopes = attribute(ScopesAttribute, '…')

/** Allows callers with at least one of these scopes. */
export const AnyScope = attribute(AnyScopeAttribute, '…')

/** Allows callers with all of these roles. */
export const Roles = attribute(RolesAttribute, '…')

/** Allows callers with at least one of these roles. */
export const AnyRole = attribute(AnyRoleAttribute, '…')

/** Allows callers who signed in at most this long ago, in seconds or as a string such as `10m`. */
export const Fresh = attribute(FreshAttribute, '…')

/** Allows callers if the policy allows them. Can be used several times. */
export const Allows = attribute(AllowsAttribute, '…')

const builtInRequirements = [
  AuthenticatedAttribute,
  ScopesAttribute,
  AnyScopeAttribute,
  RolesAttribute,
  AnyRoleAttribute,
  FreshAttribute,
  AllowsAttribute,
]

/** True if a decorator is a requirement. */
export function isRequirement(use: object): boolean {
  for (const type of builtInRequirements) if (use instanceof type) return true
  return isCustomRequirement(use)
}

/** True if a decorator declares access: a requirement or `@Public()`. */
export function isAboutAccess(use: object): boolean {
  return use instanceof PublicAttribute || isRequirement(use)
}

export function isCustomRequirement(use: object): use is Requirement {
  return 'authorize' in use && typeof use.authorize === 'function'
}

function namesOf(names: readonly string[]): readonly string[] {
  if (names.length > 0 && names.every((name) => name !== '')) return names
  throw new TypeError('the name of a scope or role is missing or empty. Add it.')
}

function scopesOf(names: readonly string[]): readonly string[] {
  const invalid = namesOf(names).find((name) => !isScope(name))
  if (invalid === undefined) return names
  throw new TypeError(
    `"${invalid}" is not a scope. Use visible ASCII without spaces, double quotes and backslashes, and one string for each scope.`,
  )
}
