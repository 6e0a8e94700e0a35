import type { Resolver, Token } from './binding.ts'
import { disposeAll, type Built } from './dispose.ts'
import type { Plans } from './plans.ts'

/** What exists once per request: built when first asked for, ended with the scope. */
export class Scope implements Resolver, AsyncDisposable {
  readonly #container: Resolver
  readonly #plans: Plans
  readonly #instances: Map<Token, unknown>
  #built: Built[] | undefined

  /** Scopes come from `container.createScope()`. */
  constructor(container: Resolver, plans: Plans, provided?: ReadonlyMap<Token, unknown>) {
    this.#container = container
    this.#plans = plans
    this.#instances = new Map(provided)
  }

  get<T>(token: Token<T>): T {
    const existing = this.#instances.get(token)
    if (existing !== undefined) return existing as T
    const plan = this.#plans.of(token)
    if (plan.lifetime === 'singleton') return this.#container.get(token)
    const value = this.#plans.build(plan, this)
    if (plan.lifetime === 'request') {
      this.#instances.set(token, value)
      this.#built ??= []
      this.#built.push({ value, dispose: plan.dispose })
    }
    return value as T
  }

  /** Ends what was built in this scope, the last one first. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#built ? disposeAll(this.#built) : Promise.resolve()
  }
}
