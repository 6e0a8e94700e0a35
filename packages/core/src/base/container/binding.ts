import type { Class } from '../reflection/type-info.ts'

/** The class of a service, which may be abstract. */
export type Token<T = unknown> = Class<T>

/** `singleton`: one per container; `request`: one per scope; `transient`: a new one for each use. */
export type Lifetime = 'singleton' | 'request' | 'transient'

/** Resolves services for the factory of a binding. */
export interface Resolver {
  get<T>(token: Token<T>): T
}

/** The lifetime of a service, and how to dispose of it. */
export interface BindingOptions<T> {
  /** The lifetime of the service. Default: `singleton`. */
  readonly scope?: Lifetime
  /**
   * Disposes of a service, instead of its dispose method: `(pool) => pool.end()`. Not called for `transient`
   * services.
   */
  readonly dispose?: (value: T) => unknown
  /** Throws if the service could not be created. Called at boot if another class depends on the service. */
  readonly check?: () => void
}

export interface Binding {
  readonly lifetime: Lifetime
  readonly create: (resolver: Resolver) => unknown
  readonly dispose?: ((value: unknown) => unknown) | undefined
  readonly check?: (() => void) | undefined
}

/** The key of a static method that creates the singleton of a class that is not registered. */
export const defaultBinding: unique symbol = Symbol.for('fw.default-binding') as never

/**
 * Returns the default binding that the class itself declares. An inherited one is ignored, because it would create an
 * instance of the parent class.
 */
export function defaultBindingOf(token: Token): Binding | undefined {
  if (!Object.hasOwn(token, defaultBinding)) return undefined
  const { [defaultBinding]: create } = token as unknown as {
    [defaultBinding]: (resolver: Resolver) => unknown
  }
  return { lifetime: 'singleton', create }
}

const requestClasses = new WeakSet<Token>()

/**
 * True if a token is the global `Request`, or a former global that a polyfill or another framework
 * has replaced. The global is read only if the name matches, because the first access loads it.
 */
export function isRequestClass(token: Token): boolean {
  if (token.name !== 'Request') return false
  if (token === globalThis.Request) requestClasses.add(token)
  return requestClasses.has(token)
}
