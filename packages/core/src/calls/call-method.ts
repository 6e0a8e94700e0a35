import type { Resolver, Token } from '../base/container/binding.ts'
import type { Container } from '../base/container/container.ts'
import { invokeInScope } from '../base/container/invoke.ts'
import type { ProvidedObjects } from '../base/container/scope.ts'
import type { Methods } from './plan-call.ts'

/** A method of a service. */
export interface ServiceMethod {
  readonly class: Token
  readonly methodName: string
}

/**
 * Calls a method with arguments. Its object comes from a scope, unless it is a singleton. `provided` looks up the
 * objects that only this call can provide.
 */
export function callMethod(
  container: Container,
  method: ServiceMethod,
  args: readonly unknown[],
  provided?: ProvidedObjects,
): unknown {
  return container.lifetime(method.class) === 'singleton'
    ? callMethodWith(container, method, args)
    : invokeInScope(container, (scope) => callMethodWith(scope, method, args), provided)
}

/** Calls a method whose object comes from the services of a running call. */
export function callMethodWith(
  services: Resolver,
  { class: type, methodName }: ServiceMethod,
  args: readonly unknown[],
): unknown {
  const target = services.get(type) as Methods
  return (target[methodName] as Methods[string])(...args)
}
