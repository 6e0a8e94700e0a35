import type { Class } from '../reflection/type-info.ts'

/** What the container is asked for: a class, abstract ones included. */
export type Token<T = unknown> = Class<T>

/** `singleton`: one per container; `request`: one per scope; `transient`: a new one each time. */
export type Lifetime = 'singleton' | 'request' | 'transient'

/** What a binding's factory may ask for further services. */
export interface Resolver {
  get<T>(token: Token<T>): T
}

/** How long what a binding builds lives, and how it ends. */
export interface BindingOptions<T> {
  /** `singleton` when left out. */
  readonly scope?: Lifetime
  /** Ends a service that has no dispose method of its own: `(pool) => pool.end()`. */
  readonly dispose?: (value: T) => unknown
}

export interface Binding {
  readonly lifetime: Lifetime
  readonly create: (resolver: Resolver) => unknown
  readonly dispose?: ((value: unknown) => unknown) | undefined
}

/** The key of a static factory that builds the class, once, when nobody has registered it. */
export const defaultBinding: unique symbol = Symbol.for('fw.default-binding') as never

/** The class's own default; that of a parent class would build the parent. */
export function defaultBindingOf(token: Token): Binding | undefined {
  if (!Object.hasOwn(token, defaultBinding)) return undefined
  const { [defaultBinding]: create } = token as unknown as {
    [defaultBinding]: (resolver: Resolver) => unknown
  }
  return { lifetime: 'singleton', create }
}

const requestClasses = new WeakSet<Token>()

/**
 * Whether a token is the web's `Request`, or was while services were planned: polyfills and other frameworks replace
 * the global. It is read only where the name matches, because reading it loads it.
 */
export function isRequestClass(token: Token): boolean {
  if (token.name !== 'Request') return false
  if (token === globalThis.Request) requestClasses.add(token)
  return requestClasses.has(token)
}
