import type { Resolver, Token } from '../base/container/binding.ts'
import type { Container } from '../base/container/container.ts'
import { invokeInScope } from '../base/container/invoke.ts'
import type { Provided } from '../base/container/scope.ts'
import type { Methods } from './plan-call.ts'

/** A method of a service. */
export interface ServiceMethod {
  readonly class: Token
  readonly methodName: string
}

/**
 * Calls a method with arguments. Its object comes from a scope, unless it is a singleton. `provided` has the objects
 * that only this call can provide.
 */
export function callMethod(
  container: Container,
  method: ServiceMethod,
  args: readonly unknown[],
  provided?: Provided,
): unknown {
  return container.lifetime(method.class) === 'singleton'
    ? callMethodOf(container, method, args)
    : invokeInScope(container, (scope) => callMethodOf(scope, method, args), provided)
}

/** Calls a method whose object comes from the services of a running call. */
export function callMethodOf(
  services: Resolver,
  { class: type, methodName }: ServiceMethod,
  args: readonly unknown[],
): unknown {
  const target = services.get(type) as Methods
  return target[methodName]?.(...args)
}
