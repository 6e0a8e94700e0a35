import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Config } from '../../base/config/config.ts'
import { declareSupplied } from '../../base/container/supplied.ts'
import type { Container } from '../../base/container/container.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { Target as TargetOfRequest } from '../message/target.ts'
import type { ReplyOrResponse, Reply } from '../message/reply.ts'
import { attribute } from '../../base/reflection/attribute.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import type { Operation } from '../../data/schema/operation.ts'
import type { Route } from '../routing/route.ts'
import type { ToolCall } from './tool-call.ts'

/** The target of requests, as seen by middleware at boot. */
export interface Target extends TargetOfRequest {
  readonly route?: Route
  /** The types that the method, its controller and the middleware of the target inject. */
  readonly takes?: { has(type: Class): boolean }
}

/**
 * Calls the inner middleware and the handler, and returns their reply. `change` returns a modified reply; it runs
 * synchronously if the inner chain does.
 */
export type Next = (change?: (reply: Reply) => MaybePromise<ReplyOrResponse>) => MaybePromise<Reply>

/** Code that runs around the requests to a route, a controller or the whole application. Added with `@Use`. */
export interface Middleware {
  /** Returns a response or the result of `next`. */
  handle(request: HttpRequest, next: Next): MaybePromise<ReplyOrResponse>
  /**
   * Runs around calls of tools and resources, if `@Use` is on their method or class. Without this method, such a `@Use`
   * is an error at boot. Returns the result of `next`, which is the result of the method or a promise for it.
   */
  handleTool?(call: ToolCall, next: () => unknown): unknown
}

/** A class of middleware, with optional static members. */
export interface MiddlewareClass extends Class<Middleware> {
  /** Returns additions to the OpenAPI operations of the routes that the middleware applies to. */
  openApi?(route: Route): Partial<Operation>
  /** Called once for each target at boot. If it returns false, the middleware is not added to the target. */
  appliesTo?(target: Target): boolean
  /**
   * Called once at boot if the middleware applies to any target. Throws or rejects if the middleware cannot work, for
   * example without a required service.
   */
  prepare?(container: Container): Promise<void> | undefined
  /** True if the middleware responds to preflights, so that they are not passed to an OPTIONS route. */
  readonly answersPreflights?: boolean
  readonly [builtInStage]?: StageName
  readonly [builtInProvides]?: readonly Class[]
}

/**
 * The stage of built-in middleware, used instead of `@Stage`: bundlers can remove an unused class with a static field,
 * but not one with a decorator call.
 */
export const builtInStage: unique symbol = Symbol('fw.built-in-stage')

/** The classes that built-in middleware provides, used instead of `@Provides`. See `builtInStage`. */
export const builtInProvides: unique symbol = Symbol('fw.built-in-provides')

/** The position of a middleware in the chain, the outermost first. */
export type StageName = 'observe' | 'respond' | 'admit' | 'authenticate' | 'handle'

export const stages: readonly StageName[] = [
  'observe',
  'respond',
  'admit',
  'authenticate',
  'handle',
]

/**
 * True if a stage is outside of the error handling: after an error, `next` returns the error reply and does not throw.
 * Middleware of such a stage never runs for tools.
 */
export function isOuterStage(stage: StageName): boolean {
  return stage === 'observe' || stage === 'respond'
}

export class UseAttribute {
  readonly classes: readonly MiddlewareClass[]

  constructor(...classes: MiddlewareClass[]) {
    if (classes.length === 0)
      throw new TypeError('@Use() has no argument. Pass one or more middleware classes.')
    refuseUndefined('@Use', classes)
    this.classes = classes
  }
}

export class WithoutAttribute {
  readonly classes: readonly Class[]

  constructor(...classes: Class[]) {
    if (classes.length === 0)
      throw new TypeError('@Without() has no argument. Pass one or more middleware classes.')
    refuseUndefined('@Without', classes)
    this.classes = classes
  }
}

export class StageAttribute {
  readonly stage: StageName

  constructor(stage: StageName) {
    if (!stages.includes(stage)) {
      throw new TypeError(
        `There is no stage "${String(stage)}". The stages are ${stages.join(', ')}.`,
      )
    }
    this.stage = stage
  }
}

export class ProvidesAttribute {
  readonly types: readonly Class[]

  constructor(...types: Class[]) {
    this.types = types
  }

  /**
   * Declares the classes immediately, because a module that injects one may be loaded before the middleware is used.
   */
  static onUse(...types: Class[]): void {
    refuseUndefined('@Provides', types)
    for (const type of types) declareSupplied(type)
  }
}

/** Adds middleware to a method, a class, or the application. */
export const Use = attribute(UseAttribute, '…')

/** Removes middleware that an outer level has added. */
export const Without = attribute(WithoutAttribute, '…')

/** Sets the stage of a middleware. Default: `handle`, the innermost. */
export const Stage = attribute(StageAttribute, '…')

/** Declares the types that a middleware provides with `request.provide`, for parameters of these types. */
export const Provides = attribute(ProvidesAttribute, '…')

/** A decorator that adds a middleware and contains its options. Only the decorator on the innermost level applies. */
export interface Setting {
  /**
   * Returns the middleware, or several if they run in different stages. Returns undefined if other code reads the
   * setting.
   */
  middleware(): MiddlewareClass | readonly MiddlewareClass[] | undefined
  /**
   * Returns the setting with options from the configuration. Called once at boot. Throws if the options are invalid.
   */
  configured?(config: Config): Setting
  /** Throws if the setting cannot apply to this target. */
  check?(target: Target, level: LevelKind): void
  /** Returns settings that are added together with this one, unless a level sets them itself. */
  brings?(): readonly Setting[]
  /** Returns additions to the OpenAPI operation of a route, such as the status codes of the middleware. */
  openApi?(route: Route): Partial<Operation>
  /** True if the setting is turned off on its level. */
  readonly isOff?: boolean
  /** True if a level may have several settings of this class. */
  readonly isRepeatable?: boolean
}

/**
 * The key of a property that only the decorators of tools and resources have. Middleware can run
 * around the methods with these decorators, as around routes.
 */
export const acceptsMiddleware: unique symbol = Symbol('fw.accepts-middleware')

/** The kind of declaration that a decorator is on. */
export type LevelKind = 'application' | 'class' | 'method'

export function isSetting(use: object): use is Setting {
  return 'middleware' in use && typeof use.middleware === 'function'
}

/** Throws if a class is undefined, which happens with circular imports. */
export function refuseUndefined(name: string, classes: readonly unknown[]): void {
  if (classes.every((type) => typeof type === 'function')) return
  throw new TypeError(
    `${name}(…) got ${String(classes.find((type) => typeof type !== 'function'))} instead of a class. ` +
      'If two modules import each other, move the class to a third one.',
  )
}
