import type { MaybePromise } from '../platform/maybe-promise.ts'
import type { Lifetime, Resolver } from './binding.ts'
import type { ProvidedObjects } from './scope.ts'

/** The parts of a container that are needed to call a method. */
interface ScopedResolver extends Resolver {
  createScope(provided?: ProvidedObjects): Resolver & AsyncDisposable
}

/** Runs `act`, and `end` once the result, with any stream in it, is complete. */
export type Until<T> = (act: () => MaybePromise<T>, end: () => PromiseLike<unknown>) => Promise<T>

/** Calls `call` with the container, or with a scope if a service is request-scoped. */
export async function invoke<T>(
  container: ScopedResolver,
  lifetime: Lifetime,
  call: (resolver: Resolver) => MaybePromise<T>,
  provided?: ProvidedObjects,
): Promise<T> {
  return lifetime === 'request' ? invokeInScope(container, call, provided) : call(container)
}

/** Calls `call` with a new scope, which ends once the result is complete. */
export function invokeInScope<T>(
  container: ScopedResolver,
  call: (scope: Resolver) => MaybePromise<T>,
  provided?: ProvidedObjects,
  until: Until<T> = untilSettled,
): Promise<T> {
  const scope = container.createScope(provided)
  return until(
    () => call(scope),
    () => scope[Symbol.asyncDispose](),
  )
}

/** Runs `end` after the result of `act` has settled. */
export async function untilSettled<T>(
  act: () => MaybePromise<T>,
  end: () => PromiseLike<unknown>,
): Promise<T> {
  try {
    return await act()
  } finally {
    await end()
  }
}
