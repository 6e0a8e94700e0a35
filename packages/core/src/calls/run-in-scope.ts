import type { Container } from '../base/container/container.ts'
import { invokeInScope, type Until } from '../base/container/invoke.ts'
import type { ProvidedObjects } from '../base/container/scope.ts'
import type { MaybePromise } from '../base/platform/maybe-promise.ts'
import type { CallContext } from './call-context.ts'

export interface ScopeParts<T> {
  readonly container: Container
  readonly provided: ProvidedObjects | undefined
  /** Runs the call, and ends the scope once its result is complete. */
  readonly until: Until<T>
  /** Called if disposing of the services fails after the call has returned. Must not throw. */
  readonly report: (error: unknown) => void
}

/** Runs a call with the services of a scope. The scope ends after the call and any work that continues after it. */
export function runInScope<T>(
  context: CallContext,
  run: () => MaybePromise<T>,
  { container, provided, until, report }: ScopeParts<T>,
): Promise<T> {
  const start = (scope: CallContext['services']) => {
    context.services = scope
    return run()
  }
  return invokeInScope(container, start, provided, (call, end) =>
    until(call, () => afterLateWork(context, end, report)),
  )
}

/** Disposes of the services of a call: immediately, or after background work that still uses them. */
function afterLateWork(
  { late }: CallContext,
  end: () => PromiseLike<unknown>,
  report: (error: unknown) => void,
): PromiseLike<unknown> {
  if (!late) return end()
  late.then(end).catch(report)
  return Promise.resolve()
}
