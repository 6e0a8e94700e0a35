import { isPromise, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Lifetime, Resolver, Token } from '../../base/container/binding.ts'
import type { Container } from '../../base/container/container.ts'
import type { OwnCheck } from './check.ts'
import { mostEntries } from './field-errors.ts'
import type { Findings, Pending } from './findings.ts'

/** Runs one check on an object. Returns the error message, or nothing. */
type Ask = (check: OwnCheck, object: object) => unknown

interface Call {
  readonly check: OwnCheck
  readonly at: Pending
}

/**
 * Runs the delayed checks of all objects in order and reports their messages. Returns a promise only if a check does.
 */
export function runPending(found: Findings, ask: Ask): MaybePromise<void> {
  for (const at of found.pending ?? []) {
    for (const check of at.checks) {
      const said = ask(check, at.object)
      if (said === null || said === undefined) continue
      if (isPromise(said)) return finish(found, { check, at }, said, ask)
      if (report(found, check, at, said)) return undefined
    }
  }
  return undefined
}

/** Continues after a call that returned a promise. */
async function finish(
  found: Findings,
  begun: Call,
  said: Promise<unknown>,
  ask: Ask,
): Promise<void> {
  const calls = (found.pending ?? []).flatMap((at) => at.checks.map((check) => ({ check, at })))
  const start = calls.findIndex(({ check, at }) => check === begun.check && at === begun.at)
  if (report(found, begun.check, begun.at, await said)) return
  for (const { check, at } of calls.slice(start + 1)) {
    if (report(found, check, at, await ask(check, at.object))) return
  }
}

/** Reports a message. Returns true if the maximum number of errors is exceeded. */
function report(found: Findings, { field, name }: OwnCheck, at: Pending, said: unknown): boolean {
  if (said === null || said === undefined) return false
  if (typeof said !== 'string') {
    throw new TypeError(
      `${name} returned a ${typeof said}, but a check must return a message or null.`,
    )
  }
  const { key, own } = at
  const place = field === undefined ? key || own : key === '' ? field : `${key}.${field}`
  return found.push(place, said) > mostEntries
}

/** Calls a `@Check` method with its services. */
export function callCheck({ call }: OwnCheck, object: object, services: readonly unknown[]) {
  return call.apply(object, services as unknown[])
}

/** Calls a `@Check` method that needs no services. */
export function callAlone({ call }: OwnCheck, object: object) {
  return call.call(object)
}

/** The plan of checks and their services. */
export interface ChecksPlan {
  /** `request` if the services must come from a request scope. */
  readonly lifetime: Lifetime
  /** The values that requests must provide for the checks. */
  readonly supplied: readonly { readonly name: string; readonly type: Token }[]
  run(found: Findings, resolver: Resolver): MaybePromise<void>
}

/** Plans checks. Returns undefined for an empty list. Throws `UnresolvableDependency` if a service cannot be created. */
export function planChecks(
  checks: readonly OwnCheck[],
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
    run: (found, resolver) =>
      runPending(found, (check, object) =>
        callCheck(check, object, plans.get(check)?.resolve(resolver) ?? []),
      ),
  }
}
