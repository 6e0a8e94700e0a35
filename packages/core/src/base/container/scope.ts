import type { Resolver, Token } from './binding.ts'
import { disposeAll, disposerOf, type Disposer } from './dispose.ts'
import type { Plans } from './plans.ts'

/** A lookup of the objects that only this request can provide. It returns undefined for any other token. */
export interface ProvidedObjects {
  get(token: Token): unknown
}

/** The services of one request. They are created on first use and disposed of with the scope. */
export class Scope implements Resolver, AsyncDisposable {
  readonly #container: Resolver
  readonly #plans: Plans
  readonly #provided: ProvidedObjects | undefined
  readonly #instances = new Map<Token, unknown>()
  #disposers: Disposer[] | undefined

  /** Use `container.createScope()` to create a scope. */
  constructor(container: Resolver, plans: Plans, provided?: ProvidedObjects) {
    this.#container = container
    this.#plans = plans
    this.#provided = provided
  }

  get<T>(token: Token<T>): T {
    const existing = this.#provided?.get(token) ?? this.#instances.get(token)
    if (existing !== undefined) return existing as T
    const plan = this.#plans.of(token)
    if (plan.lifetime === 'singleton') return this.#container.get(token)
    const value = this.#plans.build(plan, this)
    if (plan.lifetime === 'request') {
      this.#instances.set(token, value)
      const dispose = disposerOf(value, plan.dispose)
      if (dispose) (this.#disposers ??= []).push(dispose)
    }
    return value as T
  }

  /** Disposes of the services of this scope, in reverse order. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#disposers ? disposeAll(this.#disposers) : Promise.resolve()
  }
}
