import { isDeepStrictEqual } from 'node:util'
import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Token } from '../../base/container/binding.ts'
import { suppliedToken } from '../../base/container/supplied.ts'
import { isReflectable, reflect } from '../../base/reflection/reflect.ts'
import type { MethodReflection } from '../../base/reflection/class-reflection.ts'
import type { Class, TypeInfo } from '../../base/reflection/type-info.ts'
import { typeText } from '../../base/reflection/type-text.ts'
import type { AllowsAttribute } from './decorators.ts'
import type { Denied } from './errors.ts'
import { Principal } from './principal.ts'

/** The result of a policy. Only `true` allows the call. */
export type Decision = boolean | Denied

/**
 * Marks a class whose methods make access decisions: `allows(user: User, id: int)`. The first parameter is the caller;
 * the others take the arguments of the protected method with the same names.
 */
export interface Policy {}

/** The names of a policy's methods that return a decision. */
export type DecisionName<P> = {
  [Name in keyof P]: P[Name] extends (...args: never[]) => MaybePromise<Decision> ? Name : never
}[keyof P] &
  string

/** The plan for evaluating a policy when a method is called. */
export interface PolicyPlan {
  readonly class: Class
  readonly methodName: string
  /** The class of the first parameter, which takes the caller. */
  readonly caller: Token
  /** The indexes of the protected method's arguments that are passed after the caller. */
  readonly indexes: readonly number[]
  /** The message of the 404 that hides every denial; undefined if denials are not hidden. */
  readonly hidden: string | undefined
}

/** A policy with the arguments that are passed after the caller. */
export interface PolicyCall {
  readonly policy: PolicyPlan
  readonly args: readonly unknown[]
}

/** Resolves a policy for a method. Throws a `TypeError` if the policy cannot be called with the method's arguments. */
export function planPolicy(
  { policy: type, method, hidden }: AllowsAttribute,
  guarded: MethodReflection,
): PolicyPlan {
  const policyMethod = methodOf(type, method)
  const location = `${type.name}.${method}`
  if (!policyMethod) {
    throw new TypeError(
      `@Allows(${type.name}) calls ${location}, but the class does not implement Policy or has no such method. ` +
        `Write: class ${type.name} implements Policy { ${method}(caller: Principal) { … } }`,
    )
  }
  const [first, ...others] = policyMethod.parameters
  const caller = first && callerOf(first.type)
  if (!caller || first.type.nullable) {
    throw new TypeError(
      `${location} (${policyMethod.at}) does not take the caller. Declare its first parameter as Principal, or a class that extends it.`,
    )
  }
  const indexes = others.map(({ name, type: declared, optional }) => {
    const index = guarded.parameters.findIndex((parameter) => parameter.name === name)
    const parameter = guarded.parameters[index]
    if (!parameter) {
      throw new TypeError(
        `${location} takes "${name}", but the protected method has no such parameter. Use the same name in both.`,
      )
    }
    const isSame =
      isSameType(declared, parameter.type) && (optional || !parameter.optional || parameter.default)
    if (isSame) return index
    throw new TypeError(
      `${location} takes "${name}" as ${typeText(declared)}, but the protected method as ${typeText(parameter.type)}${parameter.optional ? ' | undefined' : ''}. Declare the same type for both.`,
    )
  })
  return { class: type, methodName: method, caller, indexes, hidden }
}

/** True if the caller is an instance of the class that the policy method takes. False if that class cannot be read. */
export function isOfPolicy(policy: Class, method: string, principal: Principal): boolean {
  const type = methodOf(policy, method)?.parameters[0]?.type
  const caller = type && callerOf(type)
  return caller !== undefined && principal instanceof caller
}

function methodOf(type: Class, name: string): MethodReflection | undefined {
  if (!isReflectable(type)) return undefined
  return reflect(type).methods.find((method) => method.name === name && !method.isStatic)
}

function callerOf(type: TypeInfo): Class | undefined {
  const token = suppliedToken(type)
  return token && isPrincipalClass(token) ? token : undefined
}

/** True if a class is `Principal` or a subclass. */
export function isPrincipalClass({ prototype }: Token): boolean {
  return prototype === Principal.prototype || prototype instanceof Principal
}

function isSameType(one: TypeInfo, other: TypeInfo): boolean {
  return typeText(one) === typeText(other) && isDeepStrictEqual(bare(one), bare(other))
}

/** Removes documentation and undefined entries, so that types can be compared. */
function bare(type: unknown): unknown {
  if (Array.isArray(type)) return type.map(bare)
  if (typeof type !== 'object' || type === null) return type
  const parts = Object.entries(type).filter(
    ([name, value]) => name !== 'doc' && value !== undefined,
  )
  return Object.fromEntries(parts.map(([name, value]) => [name, bare(value)]))
}
