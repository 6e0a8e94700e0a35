import type { Config } from '../../config/config.ts'
import { declareSupplied } from '../../container/supplied.ts'
import type { Container } from '../../container/container.ts'
import type { HttpRequest, Target as TargetOfRequest } from '../../message/http-request.ts'
import type { Answer, Reply } from '../../message/reply.ts'
import { attribute } from '../../reflection/attribute.ts'
import type { Class } from '../../reflection/type-info.ts'
import type { Operation } from '../../schema/operation.ts'
import type { Route } from '../routing/route.ts'
import type { ToolCall } from './tool-call.ts'

/** What a request leads to, as middleware knows it at boot. */
export interface Target extends TargetOfRequest {
  readonly route?: Route
  /** The types that parameters are filled in by: of the method, of its controller, and of the middleware around. */
  readonly takes?: { has(type: Class): boolean }
}

/**
 * Runs what is further in, and gives its reply; `change` makes another one of it, and runs without a promise where
 * everything further in does.
 */
export type Next = (change?: (reply: Reply) => Answer | Promise<Answer>) => Reply | Promise<Reply>

/** Stands around the requests of a route, a controller or the whole application; placed by `Use`. */
export interface Middleware {
  /** Answers by itself, or gives what `next` gives. */
  handle(request: HttpRequest, next: Next): Answer | Promise<Answer>
  /**
   * Stands around the calls of tools and resources that `Use` reaches by method or class; without it that is an error
   * at boot. Gives what `next` gives: what the method returned, or a promise of it.
   */
  handleTool?(call: ToolCall, next: () => unknown): unknown
}

/** A class of middleware, with what it may declare about itself. */
export interface MiddlewareClass extends Class<Middleware> {
  /** What it adds to the document of a route that it stands around. */
  openApi?(route: Route): Partial<Operation>
  /** Asked once for each target, at boot. Where it is false, nothing of the middleware is left. */
  appliesTo?(target: Target): boolean
  /** Asked once at boot where it stands around anything. Throws, or rejects, where the container lacks what it needs. */
  prepare?(container: Container): Promise<void> | undefined
}

/** Where in the chain a middleware stands, the outermost first. */
export type StageName = 'observe' | 'respond' | 'admit' | 'authenticate' | 'handle'

export const stages: readonly StageName[] = [
  'observe',
  'respond',
  'admit',
  'authenticate',
  'handle',
]

export class UseAttribute {
  readonly classes: readonly MiddlewareClass[]

  constructor(...classes: MiddlewareClass[]) {
    if (classes.length === 0) throw new TypeError('@Use() names no middleware.')
    refuseMissing('@Use', classes)
    this.classes = classes
  }
}

export class WithoutAttribute {
  readonly classes: readonly Class[]

  constructor(...classes: Class[]) {
    if (classes.length === 0) throw new TypeError('@Without() names no middleware.')
    refuseMissing('@Without', classes)
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

  /** Whoever takes such a value may be read before the middleware is. */
  static onUse(...types: Class[]): void {
    refuseMissing('@Provides', types)
    for (const type of types) declareSupplied(type)
  }
}

/** Puts middleware around what it stands on: a method, a class, or the application. */
export const Use = attribute(UseAttribute)

/** Takes away middleware that a wider level has put around. */
export const Without = attribute(WithoutAttribute)

/** Where a middleware stands in the chain. Without it: `handle`, the innermost. */
export const Stage = attribute(StageAttribute)

/** What a middleware hands on by `request.provide`, to parameters of that type. */
export const Provides = attribute(ProvidesAttribute)

/**
 * An attribute that puts a middleware around what it stands on, and holds its options. The nearest level that has one
 * wins as a whole.
 */
export interface Setting {
  /** What stands around, several where they stand in several stages; undefined for a setting that something else goes by. */
  middleware(): MiddlewareClass | readonly MiddlewareClass[] | undefined
  /** The setting with its final options, asked once at boot. Throws what is wrong with them. */
  configured?(config: Config): Setting
  /** Throws what is wrong with a setting around this target. */
  check?(target: Target, level: LevelKind): void
  /** Settings that stand wherever this one is in force, unless one of their class stands there anyway. */
  brings?(): readonly Setting[]
  /** What the setting in force adds to the document of a route, such as the statuses that it answers by itself. */
  openApi?(route: Route): Partial<Operation>
  /** True where the setting is switched off on its level. */
  readonly isOff?: boolean
  /** Whether several may stand on one level. */
  readonly isRepeatable?: boolean
}

/** The key by which an attribute says that its method is called for requests or agents, so that middleware can stand around. */
export const surroundable: unique symbol = Symbol('fw.surroundable')

export type LevelKind = 'application' | 'class' | 'method'

export function isSetting(use: object): use is Setting {
  return 'middleware' in use && typeof use.middleware === 'function'
}

/** A circle of imports gives undefined in the place of a class. */
export function refuseMissing(name: string, classes: readonly unknown[]): void {
  if (classes.every((type) => typeof type === 'function')) return
  throw new TypeError(
    `${name}(…) was given ${String(classes.find((type) => typeof type !== 'function'))} in the place of a class. ` +
      'Where two modules import each other, move the class to a third.',
  )
}
