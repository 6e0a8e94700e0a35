import { parseDuration } from '../config/units.ts'
import { refuseMissing } from '../http/chain/middleware.ts'
import type { HttpRequest } from '../message/http-request.ts'
import { attribute } from '../reflection/attribute.ts'
import type { Class } from '../reflection/type-info.ts'
import { isScope } from './authentication.ts'
import type { Denied } from './denied.ts'
import type { Principal } from './principal.ts'

/** What is called, as a requirement of the application sees it. */
export interface GuardedCall {
  readonly kind: 'route' | 'tool' | 'resource' | 'command'
  /** `GET /orders/{id}`, or the name of a tool, resource or command. */
  readonly name: string
  /** Absent where there is none. */
  readonly request?: HttpRequest
}

/** What an attribute of the application implements to be a requirement. */
export interface Requirement {
  /** Whether the caller may; only `true` allows. */
  authorize(principal: Principal, call: GuardedCall): boolean | Denied | Promise<boolean | Denied>
}

/** The key by which an attribute says that callers reach its method in other ways than requests and agents. */
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
    throw new TypeError(`@Fresh takes seconds, or a text such as "10m", and ${seconds} is neither.`)
  }
}

/** How `Allows` asks a policy, and how it answers a no. */
export interface AllowsOptions {
  /** The method of the policy that is asked: `allows` when left out. */
  readonly method?: string
  /** Answers every no with 404, and this text; `Not found.` for `true`. */
  readonly hidden?: true | string
}

export class AllowsAttribute {
  readonly policy: Class
  readonly method: string
  readonly hidden: string | undefined

  constructor(policy: Class, options: AllowsOptions = {}) {
    const { method = 'allows', hidden } = options
    refuseMissing('@Allows', [policy])
    this.policy = policy
    this.method = method
    this.hidden = hidden === true ? 'Not found.' : hidden
  }
}

/** Lets in every known caller; only by one of these schemes, if any are named. */
export const Authenticated = attribute(AuthenticatedAttribute)

/** Lets in everybody, whatever the class asks for. On a class it yields to what a method asks for. */
export const Public = attribute(PublicAttribute)

/** Lets in whoever holds all of these scopes. */
export const Scopes = attribute(ScopesAttribute)

/** Lets in whoever holds one of these scopes. */
export const AnyScope = attribute(AnyScopeAttribute)

/** Lets in whoever holds all of these roles. */
export const Roles = attribute(RolesAttribute)

/** Lets in whoever holds one of these roles. */
export const AnyRole = attribute(AnyRoleAttribute)

/** Lets in whoever has signed in at most this many seconds ago. */
export const Fresh = attribute(FreshAttribute)

/** Lets in whom the policy allows; may be repeated. */
export const Allows = attribute(AllowsAttribute)

const ours = [
  AuthenticatedAttribute,
  ScopesAttribute,
  AnyScopeAttribute,
  RolesAttribute,
  AnyRoleAttribute,
  FreshAttribute,
  AllowsAttribute,
]

/** Whether an attribute asks something of callers. */
export function isRequirement(use: object): boolean {
  for (const type of ours) if (use instanceof type) return true
  return isOwnRequirement(use)
}

/** Whether an attribute says who may call. */
export function isAboutAccess(use: object): boolean {
  return use instanceof PublicAttribute || isRequirement(use)
}

export function isOwnRequirement(use: object): use is Requirement {
  return 'authorize' in use && typeof use.authorize === 'function'
}

function namesOf(names: readonly string[]): readonly string[] {
  if (names.length > 0 && names.every((name) => name !== '')) return names
  throw new TypeError('a requirement without a name would ask nothing. Name what is needed.')
}

function scopesOf(names: readonly string[]): readonly string[] {
  const odd = namesOf(names).find((name) => !isScope(name))
  if (odd === undefined) return names
  throw new TypeError(
    `"${odd}" is no scope: visible ASCII without spaces, quotes and backslashes. Write one text for each.`,
  )
}
