import type { Lifetime, Resolver, Token } from './binding.ts'
import type { Provided } from './scope.ts'

/** The parts of a container that calls need. */
interface ScopedResolver extends Resolver {
  lifetime(token: Token): Lifetime
  createScope(provided?: Provided): Resolver & AsyncDisposable
}

/** Runs `act`, and `end` once its result is complete. */
export type Until<T> = (act: () => T | Promise<T>, end: () => PromiseLike<unknown>) => Promise<T>

/**
 * Prepares calls on the object of a class, which is a singleton or comes from a scope that ends with the call. `lifetime`
 * overrides the lifetime of the object. Throws if the class cannot be created.
 */
export function prepareInvoke<Target, Given, Origin, Result>(
  container: ScopedResolver,
  type: Token<Target>,
  call: (target: Target, given: Given, resolver: Resolver) => Result | Promise<Result>,
  provide: (origin: Origin) => Provided | undefined,
  until?: Until<Result>,
  lifetime: Lifetime = container.lifetime(type),
): (given: Given, origin: Origin) => Result | Promise<Result> {
  if (lifetime === 'singleton') {
    let target: Target | undefined
    return (given) => call((target ??= container.get(type)), given, container)
  }
  return (given, origin) =>
    invokeInScope(container, (scope) => call(scope.get(type), given, scope), provide(origin), until)
}

/** Calls `call` with the container, or with a scope if a service exists once per request. */
export async function invoke<T>(
  container: ScopedResolver,
  lifetime: Lifetime,
  call: (resolver: Resolver) => T | Promise<T>,
  provided?: Provided,
): Promise<T> {
  return lifetime === 'request' ? invokeInScope(container, call, provided) : call(container)
}

/** Calls `call` with a scope, which ends once the result is complete. */
export function invokeInScope<T>(
  container: ScopedResolver,
  call: (scope: Resolver) => T | Promise<T>,
  provided?: Provided,
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
  act: () => T | Promise<T>,
  end: () => PromiseLike<unknown>,
): Promise<T> {
  try {
    return await act()
  } finally {
    await end()
  }
}
