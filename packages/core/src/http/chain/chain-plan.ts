import type { Config } from '../../base/config/config.ts'
import type { TargetPlan } from '../message/http-request.ts'
import { classAttributes, isReflectable, reflect } from '../../base/reflection/reflect.ts'
import type { ClassReflection, MethodReflection } from '../../base/reflection/class-reflection.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import type { Container } from '../../base/container/container.ts'
import type { Token } from '../../base/container/binding.ts'
import { InvalidMiddleware } from '../error-handling/errors.ts'
import {
  isSetting,
  ownProvided,
  ownStage,
  ProvidesAttribute,
  StageAttribute,
  stages,
  UseAttribute,
  WithoutAttribute,
  type LevelKind,
  type MiddlewareClass,
  type Setting,
  type StageName,
  type Target,
} from './middleware.ts'

/** The application, a class or a method, with its decorators. */
export interface Level {
  readonly kind: LevelKind
  /** `Class` or `Class.method`, for errors. */
  readonly name: string
  /** The location, as `file:line:column`. */
  readonly at: string
  readonly attributes: readonly object[]
}

/** One middleware in the plan of a target. */
export interface Link {
  readonly type: MiddlewareClass
  readonly stage: StageName
  /** The level whose decorator added the middleware. */
  readonly level: Level
  /**
   * The classes that the middleware provides for this target, if they differ from `@Provides`: a class already provided
   * by an outer middleware is left out.
   */
  readonly provides?: readonly Class[]
}

/** The middleware plan of a target, created at boot. */
export interface MiddlewarePlan extends Pick<TargetPlan, 'attributes' | 'provides'> {
  /** The middleware, the outermost first. */
  readonly links: readonly Link[]
  /** The decorators that apply, the outermost level first. Settings that are overridden or off are left out. */
  readonly declared: readonly object[]
}

/** Plans the middleware for the targets of an application. */
export class ChainPlanner {
  readonly #config: () => Config
  readonly #configured = new Map<Setting, Setting>()

  constructor(config: () => Config) {
    this.#config = config
  }

  /**
   * Plans the middleware of one target. `levels` begins with the outermost; `taken` contains the classes that the
   * handler injects. Throws `InvalidMiddleware`.
   */
  plan(
    target: Target,
    levels: readonly Level[],
    container?: Container,
    taken: readonly Token[] = [],
  ): MiddlewarePlan {
    if (!levels.some(({ attributes }) => attributes.some(isAround))) return bare(levels)
    const settings = this.#settingsOf(target, levels)
    const all = linksOf(levels, settings)
    const takes = (type: Token) =>
      taken.includes(type) || all.some((link) => container?.supplied(link.type).includes(type))
    const asked = { ...target, takes: { has: takes } }
    const own = all.filter(({ type, stage }) => appliesTo(asked, type, stage))
    const brought = broughtBy(settings, own)
    const added = brought
      .flatMap(({ setting, level }) => middlewareOf(setting).map((type) => linkOf(type, level)))
      .filter(({ type, stage }) => appliesTo(asked, type, stage))
    const links = inOrder([...own, ...added])
    return {
      links,
      attributes: new Map([
        ...attributesOf(levels, settings),
        ...brought.map(({ setting }) => [classOf(setting), [setting]] as const),
      ]),
      provides: new Set(links.flatMap(({ type }) => providedBy(type))),
      declared: [
        ...this.#declared(levels, settings, links),
        ...brought.map(({ setting }) => setting),
      ],
    }
  }

  #declared(
    levels: readonly Level[],
    settings: ReadonlyMap<Class, readonly Setting[]>,
    links: readonly Link[],
  ): object[] {
    const isInForce = (setting: Setting) => {
      const types = middlewareOf(setting)
      const isAround = types.length === 0 || links.some(({ type }) => types.includes(type))
      return !setting.isOff && isAround && settings.get(classOf(setting))?.includes(setting)
    }
    return levels
      .flatMap(({ attributes }) => attributes)
      .map((use) => (isSetting(use) ? (this.#configured.get(use) ?? use) : use))
      .filter((use) => !isSetting(use) || isInForce(use))
  }

  /** Returns the settings that apply, by class. */
  #settingsOf(target: Target, levels: readonly Level[]): ReadonlyMap<Class, readonly Setting[]> {
    const found = new Map<Class, readonly Setting[]>()
    const places = new Map<Class, Level>()
    for (const level of levels) {
      const own = Map.groupBy(level.attributes.filter(isSetting), classOf)
      for (const [type, given] of own) {
        found.set(
          type,
          given.map((setting) => this.#configure(setting, level)),
        )
        places.set(type, level)
        if (given.length > 1 && !given[0]?.isRepeatable) {
          throw new InvalidMiddleware(
            level.name,
            level.at,
            `@${nameOf(type)} is used twice. Keep one.`,
          )
        }
      }
    }
    for (const [type, level] of places) {
      for (const setting of found.get(type) ?? []) {
        if (!setting.isOff) naming(level, () => setting.check?.(target, level.kind))
      }
    }
    return found
  }

  #configure(setting: Setting, level: Level): Setting {
    return naming(level, () => {
      const known = this.#configured.get(setting) ?? setting.configured?.(this.#config()) ?? setting
      this.#configured.set(setting, known)
      return known
    })
  }
}

/** True if a decorator adds or removes middleware. */
export function isAround(use: object): boolean {
  return use instanceof UseAttribute || use instanceof WithoutAttribute || isSetting(use)
}

/** Returns a plan without middleware. */
function bare(levels: readonly Level[]): MiddlewarePlan {
  const declared = levels.flatMap(({ attributes }) => attributes)
  return { links: none, attributes: Map.groupBy(declared, classOf), provides: nothing, declared }
}

const none: readonly never[] = []
const nothing: ReadonlySet<never> = new Set()

/** Adds the name and location of the level to errors. */
function naming<T>({ name, at }: Level, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw new InvalidMiddleware(name, at, error instanceof Error ? error.message : String(error))
  }
}

/** Returns the classes that a middleware declares with `@Provides`. */
export function providedBy(type: Class): readonly Class[] {
  const { [ownProvided]: own = [] } = type as MiddlewareClass
  const uses = classAttributes(type)
  return [...own, ...uses.flatMap((use) => (use instanceof ProvidesAttribute ? use.types : []))]
}

/** Returns the levels of a method, without the application level. */
export function levelsOf(owner: ClassReflection, method: MethodReflection): Level[] {
  const name = `${owner.name}.${method.name}`
  const own: Level = { kind: 'method', name, at: method.at, attributes: method.attributes }
  let ofClass = classLevels.get(owner)
  if (!ofClass) classLevels.set(owner, (ofClass = levelsOfClass(owner, 'class')))
  return [...ofClass, own]
}

const classLevels = new WeakMap<ClassReflection, readonly Level[]>()

/** Returns the application level; an empty list if there is no class with `@Application`. */
export function levelsOfApplication(application: ClassReflection | undefined): Level[] {
  return application ? levelsOfClass(application, 'application') : []
}

/** Returns a level for each class of the inheritance chain, parents first. */
function levelsOfClass(owner: ClassReflection, kind: LevelKind): Level[] {
  const lineage: Class[] = [owner.class]
  for (;;) {
    const parent = Object.getPrototypeOf(lineage[0]) as Class
    if (parent === Function.prototype) break
    lineage.unshift(parent)
  }
  let taken = 0
  return lineage.flatMap((type) => {
    const { name, at } = isReflectable(type) ? reflect(type) : owner
    const attributes = owner.attributes.slice(taken, classAttributes(type).length)
    taken += attributes.length
    return attributes.length > 0 ? [{ kind, name, at, attributes }] : []
  })
}

/** Returns the name of a decorator for its class: `Cors` for `CorsAttribute`. */
export function nameOf(type: Class): string {
  return type.name.replace(/(?:Attribute|Setting)$/u, '')
}

/**
 * Returns the middleware of all levels in source order. A class that is used more than once keeps its outermost
 * position.
 */
function linksOf(
  levels: readonly Level[],
  settings: ReadonlyMap<Class, readonly Setting[]>,
): Link[] {
  let links: Link[] = []
  for (const level of levels) {
    for (const use of level.attributes) {
      if (use instanceof WithoutAttribute) links = withoutClasses(links, use.classes, level)
      for (const type of classesOf(use, settings)) {
        if (links.every((link) => link.type !== type)) links.push(linkOf(type, level))
      }
    }
  }
  return links
}

function classesOf(
  use: object,
  settings: ReadonlyMap<Class, readonly Setting[]>,
): readonly MiddlewareClass[] {
  if (use instanceof UseAttribute) return use.classes
  if (!isSetting(use)) return []
  const holding = settings.get(classOf(use)) ?? []
  return holding.flatMap(middlewareOf)
}

function middlewareOf(setting: Setting): readonly MiddlewareClass[] {
  return setting.isOff ? [] : [setting.middleware() ?? []].flat()
}

function linkOf(type: MiddlewareClass, level: Level): Link {
  return { type, stage: stageOf(type), level }
}

/** Returns the settings that other settings add with `brings`, except those that are also set explicitly. */
function broughtBy(
  settings: ReadonlyMap<Class, readonly Setting[]>,
  links: readonly Link[],
): { readonly setting: Setting; readonly level: Level }[] {
  const brought = new Map<Class, { readonly setting: Setting; readonly level: Level }>()
  for (const bringing of [...settings.values()].flat()) {
    const link = links.find(({ type }) => middlewareOf(bringing).includes(type))
    if (!link) continue
    for (const setting of bringing.brings?.() ?? []) {
      const type = classOf(setting)
      if (!settings.has(type)) brought.set(type, { setting, level: link.level })
    }
  }
  return [...brought.values()]
}

function withoutClasses(links: readonly Link[], classes: readonly Class[], level: Level): Link[] {
  for (const type of classes) {
    if (links.some((link) => link.type === type && link.level !== level)) continue
    throw new InvalidMiddleware(
      level.name,
      level.at,
      `@Without(${type.name}) has no effect: no outer level adds it. Remove @Without, or switch a setting off with false.`,
    )
  }
  return links.filter(({ type }) => !classes.includes(type))
}

/** Returns the stage of a middleware. */
export function stageOf(type: Class): StageName {
  const marks = classAttributes(type).filter((use) => use instanceof StageAttribute)
  return marks.at(-1)?.stage ?? (type as MiddlewareClass)[ownStage] ?? 'handle'
}

function appliesTo(target: Target, type: MiddlewareClass, stage: StageName): boolean {
  if (target.kind === 'unmatched' && (stage === 'authenticate' || stage === 'handle')) return false
  return type.appliesTo?.(target) ?? true
}

function inOrder(links: readonly Link[]): Link[] {
  return links.toSorted((one, other) => stages.indexOf(one.stage) - stages.indexOf(other.stage))
}

function attributesOf(
  levels: readonly Level[],
  settings: ReadonlyMap<Class, readonly Setting[]>,
): ReadonlyMap<Class, readonly object[]> {
  const all = Map.groupBy(
    levels.flatMap(({ attributes }) => attributes),
    classOf,
  )
  return new Map<Class, readonly object[]>([...all, ...settings])
}

function classOf(use: object): Class {
  return use.constructor as Class
}
