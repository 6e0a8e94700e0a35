import { isPromise, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Lifetime, Resolver, Token } from '../../base/container/binding.ts'
import type { Container } from '../../base/container/container.ts'
import type { CheckMethod } from './check.ts'
import { maxEntries } from './field-errors.ts'
import type { ValidationErrors, PendingObject } from './validation-errors.ts'

/** Runs one check on an object. Returns the error message, if any. */
type RunCheck = (check: CheckMethod, object: object) => unknown

interface Call {
  readonly check: CheckMethod
  readonly pending: PendingObject
}

/**
 * Runs the delayed checks of all objects in order and reports their messages. Returns a promise only if a check does.
 */
export function runPending(errors: ValidationErrors, runCheck: RunCheck): MaybePromise<void> {
  for (const pending of errors.pending ?? []) {
    for (const check of pending.checks) {
      const result = runCheck(check, pending.object)
      if (result === null || result === undefined) continue
      if (isPromise(result)) return finishAsync(errors, { check, pending }, result, runCheck)
      if (report(errors, check, pending, result)) return undefined
    }
  }
  return undefined
}

/** Runs the remaining checks after a check that returned a promise. */
async function finishAsync(
  errors: ValidationErrors,
  asyncCall: Call,
  result: Promise<unknown>,
  runCheck: RunCheck,
): Promise<void> {
  const calls = (errors.pending ?? []).flatMap((pending) =>
    pending.checks.map((check) => ({ check, pending })),
  )
  const start = calls.findIndex(
    ({ check, pending }) => check === asyncCall.check && pending === asyncCall.pending,
  )
  if (report(errors, asyncCall.check, asyncCall.pending, await result)) return
  for (const { check, pending } of calls.slice(start + 1)) {
    if (report(errors, check, pending, await runCheck(check, pending.object))) return
  }
}

/** Reports a message. Returns true if the maximum number of errors is exceeded. */
function report(
  errors: ValidationErrors,
  { field, name }: CheckMethod,
  pending: PendingObject,
  result: unknown,
): boolean {
  if (result === null || result === undefined) return false
  if (typeof result !== 'string') {
    throw new TypeError(`${name} returned type ${typeof result}. Return a message or null.`)
  }
  const { key, ownKey } = pending
  const errorKey = field === undefined ? key || ownKey : key === '' ? field : `${key}.${field}`
  return errors.push(errorKey, result) > maxEntries
}

/** Calls a `@Check` method with its services. */
export function callCheck({ call }: CheckMethod, object: object, services: readonly unknown[]) {
  return call.apply(object, services as unknown[])
}

/** Calls a `@Check` method that needs no services. */
export function callStandalone({ call }: CheckMethod, object: object) {
  return call.call(object)
}

/** The plan of checks and their services. */
export interface ChecksPlan {
  /** `request` if the services must come from a request scope. */
  readonly lifetime: Lifetime
  /** The values that requests provide for the checks. */
  readonly supplied: readonly { readonly name: string; readonly type: Token }[]
  run(errors: ValidationErrors, resolver: Resolver): MaybePromise<void>
}

/**
 * Plans checks. Returns undefined for an empty list. Throws `UnresolvableDependency` if a service cannot be created.
 */
export function planChecks(
  checks: readonly CheckMethod[],
  container: Container,
): ChecksPlan | undefined {
  if (checks.length === 0) return undefined
  const plans = new Map(
    checks.map((check) => [check, container.planParameters(check.class, check.method)]),
  )
  const each = [...plans]
  return {
    lifetime: each.some(([, { lifetime }]) => lifetime === 'request') ? 'request' : 'singleton',
    supplied: each.flatMap(([{ name }, { supplied }]) =>
      supplied.map((type) => ({ name: `The check ${name}`, type })),
    ),
    run: (errors, resolver) =>
      runPending(errors, (check, object) =>
        callCheck(check, object, plans.get(check)?.resolve(resolver) ?? []),
      ),
  }
}
