import { defaultBinding, type Resolver, type Token } from '../container/binding.ts'
import { Container } from '../container/container.ts'
import { invokeInScope } from '../container/invoke.ts'
import { suppliedAs } from '../container/supplied.ts'
import type { Class } from '../reflection/type-info.ts'
import { Denied } from './denied.ts'
import type { Decision, DecisionName, Policy } from './policy.ts'
import { Principal } from './principal.ts'
import { isOfPolicy } from './policy-plan.ts'

type Resource<P, M extends keyof P> = P[M] extends (caller: never, ...resource: infer R) => unknown
  ? R
  : never

/**
 * Evaluates policies inside a method, for decisions that need data the method loads. It is injected without a
 * registration.
 */
export class Access {
  static readonly [defaultBinding] = (resolver: Resolver): Access =>
    new Access(resolver.get(Container))

  readonly #container: Container

  constructor(container: Container) {
    this.#container = container
  }

  /** Throws `Denied` unless the policy allows. */
  async check<P extends Policy, M extends DecisionName<P>>(
    policy: Class<P>,
    method: M,
    principal: Principal,
    ...resource: Resource<P, M>
  ): Promise<void> {
    const decision = await this.#ask(policy, method, principal, resource)
    if (decision !== true) throw decision instanceof Denied ? decision : new Denied()
  }

  /** Returns true if the policy allows it. */
  async allows<P extends Policy, M extends DecisionName<P>>(
    policy: Class<P>,
    method: M,
    principal: Principal,
    ...resource: Resource<P, M>
  ): Promise<boolean> {
    return (await this.#ask(policy, method, principal, resource)) === true
  }

  async #ask(
    policy: Class,
    method: string,
    principal: Principal,
    resource: readonly unknown[],
  ): Promise<unknown> {
    if (!isOfPolicy(policy, method, principal)) return false
    const provided = {
      get: (token: Token) => (suppliedAs(token) === Principal ? principal : undefined),
    }
    type Asked = Record<string, (...args: readonly unknown[]) => Decision | Promise<Decision>>
    return invokeInScope(
      this.#container,
      (scope) => (scope.get(policy) as Asked)[method]?.(principal, ...resource),
      provided,
    )
  }
}
