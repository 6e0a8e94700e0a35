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
  /** The types of the parameters of the method, its controller and the middleware around. */
  readonly takes?: { has(type: Class): boolean }
}

/**
 * Runs what is further in, and returns its reply; `change` makes another reply from it, and runs without a promise if
 * everything further in does.
 */
export type Next = (change?: (reply: Reply) => Answer | Promise<Answer>) => Reply | Promise<Reply>

/** Stands around the requests of a route, a controller or the whole application; placed by `Use`. */
export interface Middleware {
  /** Answers by itself, or returns what `next` returns. */
  handle(request: HttpRequest, next: Next): Answer | Promise<Answer>
  /**
   * Stands around the calls of tools and resources on whose method or class `Use` stands; without it such a `Use` is an error
   * at boot. Returns what `next` returns: the result of the method, or a promise of it.
   */
  handleTool?(call: ToolCall, next: () => unknown): unknown
}

/** A class of middleware, with what it may declare about itself. */
export interface MiddlewareClass extends Class<Middleware> {
  /** What it adds to the document of a route around which it stands. */
  openApi?(route: Route): Partial<Operation>
  /** Asked once for each target, at boot. If false, the middleware is left out there. */
  appliesTo?(target: Target): boolean
  /** Asked once at boot where it stands around anything. Throws, or rejects, if the container lacks what it needs. */
  prepare?(container: Container): Promise<void> | undefined
  /** Whether it answers preflights, which then do not reach a route for OPTIONS. */
  readonly answersPreflights?: boolean
  /** True if it may respond while the chain inside it is still under way, which then goes no further. */
  readonly limitsTime?: boolean
  readonly [ownStage]?: StageName
  readonly [ownProvided]?: readonly Class[]
}

/** What `Stage` says, by classes of fw: a bundler leaves a class with a field out, but never the call of a decorator. */
export const ownStage: unique symbol = Symbol('fw.own-stage')

/** As `ownStage`, for what `Provides` says. */
export const ownProvided: unique symbol = Symbol('fw.own-provided')

/** Where in the chain a middleware stands, the outermost first. */
export type StageName = 'observe' | 'respond' | 'admit' | 'authenticate' | 'handle'

export const stages: readonly StageName[] = [
  'observe',
  'respond',
  'admit',
  'authenticate',
  'handle',
]

/** Whether a stage is around the catch: what stands there dresses answers to requests, and never concerns tools. */
export function isOutside(stage: StageName): boolean {
  return stage === 'observe' || stage === 'respond'
}

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

  /** The module that takes such a value may be loaded before that of the middleware. */
  static onUse(...types: Class[]): void {
    refuseMissing('@Provides', types)
    for (const type of types) declareSupplied(type)
  }
}

/** Puts middleware around what it stands on: a method, a class, or the application. */
export const Use = attribute(UseAttribute)

/** Removes middleware that a wider level has added. */
export const Without = attribute(WithoutAttribute)

/** Where a middleware stands in the chain. Without it: `handle`, the innermost. */
export const Stage = attribute(StageAttribute)

/** Names the types that a middleware hands on by `request.provide`, to parameters of that type. */
export const Provides = attribute(ProvidesAttribute)

/**
 * An attribute that puts a middleware around what it stands on, and holds its options. The nearest level that has one
 * wins as a whole.
 */
export interface Setting {
  /** The middleware: several if they stand in several stages; undefined for a setting that other code reads. */
  middleware(): MiddlewareClass | readonly MiddlewareClass[] | undefined
  /** The setting with its final options, asked once at boot. Throws if they are invalid. */
  configured?(config: Config): Setting
  /** Throws if the setting cannot stand around this target. */
  check?(target: Target, level: LevelKind): void
  /** Settings that stand wherever this one is in force, unless one of the same class already stands there. */
  brings?(): readonly Setting[]
  /** What the setting in force adds to the document of a route, such as the statuses that it answers by itself. */
  openApi?(route: Route): Partial<Operation>
  /** True where the setting is switched off on its level. */
  readonly isOff?: boolean
  /** Whether several may stand on one level. */
  readonly isRepeatable?: boolean
}

/** The key by which an attribute says that requests or agents call its method, so that middleware can stand around it. */
export const surroundable: unique symbol = Symbol('fw.surroundable')

/** Where an attribute stands. */
export type LevelKind = 'application' | 'class' | 'method'

export function isSetting(use: object): use is Setting {
  return 'middleware' in use && typeof use.middleware === 'function'
}

/** Circular imports leave undefined in place of a class. */
export function refuseMissing(name: string, classes: readonly unknown[]): void {
  if (classes.every((type) => typeof type === 'function')) return
  throw new TypeError(
    `${name}(…) was given ${String(classes.find((type) => typeof type !== 'function'))} in the place of a class. ` +
      'Where two modules import each other, move the class to a third.',
  )
}
