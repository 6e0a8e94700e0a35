import { defaultBinding, type Resolver, type Token } from '../../base/container/binding.ts'
import { Container } from '../../base/container/container.ts'
import { suppliedAs } from '../../base/container/supplied.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { callMethod } from '../../calls/call-method.ts'
import { Denied } from './errors.ts'
import { Principal } from './principal.ts'
import { isOfPolicy, type DecisionName, type Policy } from './policy.ts'

type Resource<P, M extends keyof P> = P[M] extends (caller: never, ...resource: infer R) => unknown
  ? R
  : never

/**
 * Evaluates policies inside a method, for decisions that depend on data the method loads. Can be injected without
 * registration.
 */
export class Access {
  static readonly [defaultBinding] = (resolver: Resolver): Access =>
    new Access(resolver.get(Container))

  readonly #container: Container

  constructor(container: Container) {
    this.#container = container
  }

  /** Throws `Denied` unless the policy allows the call. */
  async check<P extends Policy, M extends DecisionName<P>>(
    policy: Class<P>,
    method: M,
    principal: Principal,
    ...resource: Resource<P, M>
  ): Promise<void> {
    const decision = await this.#evaluate(policy, method, principal, resource)
    if (decision !== true) throw decision instanceof Denied ? decision : new Denied()
  }

  /** Returns true if the policy allows the call. */
  async allows<P extends Policy, M extends DecisionName<P>>(
    policy: Class<P>,
    method: M,
    principal: Principal,
    ...resource: Resource<P, M>
  ): Promise<boolean> {
    return (await this.#evaluate(policy, method, principal, resource)) === true
  }

  async #evaluate(
    policy: Class,
    method: string,
    principal: Principal,
    resource: readonly unknown[],
  ): Promise<unknown> {
    if (!isOfPolicy(policy, method, principal)) return false
    const provided = {
      get: (token: Token) => (suppliedAs(token) === Principal ? principal : undefined),
    }
    const called = { class: policy, methodName: method }
    return callMethod(this.#container, called, [principal, ...resource], provided)
  }
}
