import type { Lifetime, Resolver, Token } from './binding.ts'
import type { Provided } from './scope.ts'

/** A container, as far as calls need it. */
interface ScopedResolver extends Resolver {
  lifetime(token: Token): Lifetime
  createScope(provided?: Provided): Resolver & AsyncDisposable
}

/** Runs `act`, and `end` once what came of it is complete. */
export type Until<T> = (act: () => T | Promise<T>, end: () => PromiseLike<unknown>) => Promise<T>

/**
 * Decides once where the object of a class comes from: it is a singleton, or comes from a scope of the call, which ends
 * with it. A call whose `lifetime` is not that of the object may say so. Throws where the class cannot be built.
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

/** Calls with the container, or with a scope where what is needed exists once per request. */
export async function invoke<T>(
  container: ScopedResolver,
  lifetime: Lifetime,
  call: (resolver: Resolver) => T | Promise<T>,
  provided?: Provided,
): Promise<T> {
  return lifetime === 'request' ? invokeInScope(container, call, provided) : call(container)
}

/** Calls with a scope, which ends once the result is complete. */
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

/** Ends what was built once the result is there. */
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
