import type { Lifetime, Resolver, Token } from '../base/container/binding.ts'
import type { Container } from '../base/container/container.ts'
import { invokeInScope, type Until } from '../base/container/invoke.ts'
import type { ProvidedObjects } from '../base/container/scope.ts'
import { andThen, isPromise, type MaybePromise } from '../base/platform/maybe-promise.ts'
import type { ValidationErrors } from '../data/validation/validation-errors.ts'
import type { ChecksPlan } from '../data/validation/run-checks.ts'
import type { CallContext } from './call-context.ts'

/** The input of one call of a method. */
export interface CallInput {
  /** The validation errors of the arguments. */
  readonly errors: ValidationErrors
  /** The context; undefined if the call needs no state. */
  readonly context: CallContext | undefined
}

/**
 * Runs a call. If it needs request-scoped services and does not share a scope, it gets a new scope;
 * otherwise it uses `services`.
 */
export type Call<Input, Result> = (input: Input, services: Resolver) => MaybePromise<Result>

/** The object whose method is called, and the scope of its services. */
export interface TargetParts<Input, Result> {
  readonly container: Container
  /** The class of the object. */
  readonly type: Token
  /** The plan of the `@Check` methods of the arguments; undefined if there are no such methods. */
  readonly checks?: ChecksPlan | undefined
  /** True if the call uses the same scope as the middleware around it. */
  readonly sharesScope?: boolean
  /** Returns the values of a call that services in its scope can inject. */
  readonly provide: (input: Input) => ProvidedObjects | undefined
  /** Ends the scope once the result is complete. */
  readonly until?: Until<Result>
}

export interface CallParts<Input extends CallInput, Result> extends TargetParts<Input, Result> {
  readonly methodName: string
  /** Checks access rules that need the arguments. Throws or rejects if access is denied. */
  readonly authorize?: ((args: readonly unknown[], input: Input) => MaybePromise<void>) | undefined
  /** Reads the arguments, and adds validation errors to the input. */
  readonly read: (input: Input) => MaybePromise<readonly unknown[]>
  /** Called instead of the method if there are validation errors. Returns the response, or throws. */
  readonly refuse: (input: Input) => MaybePromise<Result>
  /** Converts the return value of the method. */
  readonly finish: (value: unknown, input: Input) => MaybePromise<Result>
}

/** The methods of an object, by name. */
export type Methods = Record<string, (...args: readonly unknown[]) => unknown>

/**
 * Plans the calls of a method: read the arguments, validate them, and call the method. Throws if its object cannot be
 * created.
 */
export function planCall<Input extends CallInput, Result>(
  parts: CallParts<Input, Result>,
): Call<Input, Result> {
  const { methodName, checks, authorize, read, refuse, finish } = parts
  const invoke = (target: unknown, args: readonly unknown[], input: Input) => {
    if (input.errors.length > 0) return refuse(input)
    input.context?.throwIfOver()
    const method = (target as Methods)[methodName] as Methods[string]
    return finish(method.apply(target, args as unknown[]), input)
  }
  const check = (args: readonly unknown[], input: Input, services: Resolver) =>
    input.errors.length === 0
      ? andThen(authorize?.(args, input), () => checks?.run(input.errors, services))
      : undefined
  const hasChecks = authorize !== undefined || checks !== undefined
  const getTarget = createTargetGetter(parts)
  return withScope(parts, (input, services) => {
    const target = getTarget(services)
    const args = read(input)
    if (!hasChecks && !isPromise(args)) return invoke(target, args, input)
    return andThen(args, (settled) =>
      andThen(check(settled, input, services), () => invoke(target, settled, input)),
    )
  })
}

/**
 * Returns a function that gets the target object from the services of a call. Throws if the object cannot be created.
 */
export function createTargetGetter({
  container,
  type,
}: Pick<TargetParts<never, never>, 'container' | 'type'>): (services: Resolver) => unknown {
  if (container.lifetime(type) !== 'singleton') return (services) => services.get(type)
  let target: unknown
  return () => (target ??= container.get(type))
}

/**
 * Returns a function that runs each call in a separate scope, if its services need one and do not share the scope of
 * the middleware.
 */
export function withScope<Input, Result>(
  { container, type, checks, sharesScope, provide, until }: TargetParts<Input, Result>,
  run: Call<Input, Result>,
): Call<Input, Result> {
  if (sharesScope || lifetimeOf(container, type, checks) === 'singleton') return run
  return (input) => invokeInScope(container, (scope) => run(input, scope), provide(input), until)
}

/** Returns the lifetime of a call's services: `request` if its object or a check is request-scoped. */
export function lifetimeOf(
  container: Container,
  type: Token,
  checks: ChecksPlan | undefined,
): Lifetime {
  return checks?.lifetime === 'request' ? 'request' : container.lifetime(type)
}
