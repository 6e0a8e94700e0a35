import type { Message } from './message.ts'
import type { Lifetime, Resolver, Token } from '../container/binding.ts'
import type { Container } from '../container/container.ts'
import type { OwnCheck } from './check.ts'
import { mostEntries } from './field-errors.ts'
import type { WaitingSchemas } from './waiting-schemas.ts'

/**
 * The failures of data (key, message, key, message …) and the objects whose checks are still to run, inner objects first.
 */
export interface Findings extends Array<string | Message> {
  pending?: Pending[]
  /** Present if schemas may validate asynchronously. */
  schemas?: WaitingSchemas
}

interface Pending {
  /** The key of the object; empty at the root. */
  key: string
  /** The key of messages about the object as a whole. */
  own: string
  readonly object: object
  readonly checks: readonly OwnCheck[]
}

/** Returns a function that keeps an object until its checks can run. */
export function postpone(checks: readonly OwnCheck[]): (found: Findings, object: object) => void {
  return (found, object) => {
    const pending = { key: '', own: '', object, checks }
    if (found.pending) found.pending.push(pending)
    else found.pending = [pending]
  }
}

/** Sets the keys of the objects that were kept from `start` on. `key` is empty at the root, `own` never. */
export function placePending({ pending }: Findings, start: number, key: string, own: string): void {
  if (!pending) return
  for (let index = start; index < pending.length; index += 1) {
    const each = pending[index] as Pending
    if (key !== '') each.key = each.key === '' ? key : `${key}.${each.key}`
    if (each.own === '') each.own = own
  }
}

/** Runs one check on an object. Returns the problem, or nothing. */
type Ask = (check: OwnCheck, object: object) => unknown

interface Call {
  readonly check: OwnCheck
  readonly at: Pending
}

/** Runs the checks of all kept objects in order and reports their problems. Returns a promise only if a check does. */
export function runPending(found: Findings, ask: Ask): void | Promise<void> {
  for (const at of found.pending ?? []) {
    for (const check of at.checks) {
      const said = ask(check, at.object)
      if (said === null || said === undefined) continue
      if (said instanceof Promise) return finish(found, { check, at }, said, ask)
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

/** Reports a problem. True if the maximum of failures is exceeded. */
function report(found: Findings, { field, name }: OwnCheck, at: Pending, said: unknown): boolean {
  if (said === null || said === undefined) return false
  if (typeof said !== 'string') {
    throw new TypeError(
      `${name} returned a ${typeof said}, and a check returns what is wrong as text, or null.`,
    )
  }
  const { key, own } = at
  const place = field === undefined ? key || own : key === '' ? field : `${key}.${field}`
  return found.push(place, said) > mostEntries
}

/** Calls the method of a check with its services. */
export function callCheck({ call }: OwnCheck, object: object, services: readonly unknown[]) {
  return call.apply(object, services as unknown[])
}

/** Calls the method of a check that takes no services. */
export function callAlone({ call }: OwnCheck, object: object) {
  return call.call(object)
}

/** The plan of checks and their services. */
export interface ChecksPlan {
  /** `request` if the services must come from a scope. */
  readonly lifetime: Lifetime
  /** The values that requests must supply for the checks. */
  readonly supplied: readonly { readonly name: string; readonly type: Token }[]
  run(found: Findings, resolver: Resolver): void | Promise<void>
}

/** Plans checks; undefined without checks. Throws `UnresolvableDependency` for a service that cannot be created. */
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
