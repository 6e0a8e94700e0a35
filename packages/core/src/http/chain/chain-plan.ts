import type { Config } from '../../base/config/config.ts'
import { exactList } from '../../base/platform/exact-list.ts'
import type { TargetPlan } from '../message/http-request.ts'
import { classAttributes, isReflectable, reflect } from '../../base/reflection/reflect.ts'
import type { ClassReflection, MethodReflection } from '../../base/reflection/class-reflection.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import type { Container } from '../../base/container/container.ts'
import type { Token } from '../../base/container/binding.ts'
import { InvalidMiddleware } from '../error-handling/errors.ts'
import {
  isSetting,
  builtInProvides,
  builtInStage,
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
  /** The name for errors: `Class` or `Class.method`. */
  readonly name: string
  /** The location, as `file:line:column`. */
  readonly at: string
  readonly attributes: readonly object[]
}

/** One middleware in the plan of a target. */
export interface PlannedMiddleware {
  readonly type: MiddlewareClass
  readonly stage: StageName
  /** The level whose decorator added the middleware. */
  readonly level: Level
  /**
   * The classes that the middleware provides for this target, if they differ from `@Provides`. Outer middleware may
   * already have provided them.
   */
  readonly provides?: readonly Class[]
}

/** The middleware plan of a target, such as a route, path or tool, created at boot. */
export interface MiddlewarePlan extends Pick<TargetPlan, 'attributes' | 'provides'> {
  /** The middleware, the outermost first. */
  readonly middleware: readonly PlannedMiddleware[]
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
   * Plans the middleware of one target. `levels` begins with the outermost; `injected` contains the classes that the
   * handler injects. Throws `InvalidMiddleware`.
   */
  plan(
    target: Target,
    levels: readonly Level[],
    container?: Container,
    injected: readonly Token[] = [],
  ): MiddlewarePlan {
    if (!levels.some(({ attributes }) => attributes.some(affectsMiddleware)))
      return emptyPlan(levels)
    const settings = this.#settingsOf(target, levels)
    const candidates = middlewareOfLevels(levels, settings)
    const isInjected = (type: Token) =>
      injected.includes(type) ||
      candidates.some((each) => container?.supplied(each.type).includes(type))
    const targetWithInjected = { ...target, takes: { has: isInjected } }
    const applied = candidates.filter(({ type, stage }) =>
      appliesTo(targetWithInjected, type, stage),
    )
    const implied = impliedSettings(settings, applied)
    const impliedMiddleware = implied
      .flatMap(({ setting, level }) =>
        middlewareOf(setting).map((type) => planMiddleware(type, level)),
      )
      .filter(({ type, stage }) => appliesTo(targetWithInjected, type, stage))
    const middleware = sortByStage([...applied, ...impliedMiddleware])
    return {
      middleware,
      attributes: new Map([
        ...attributesOf(levels, settings),
        ...implied.map(({ setting }) => [classOf(setting), [setting]] as const),
      ]),
      provides: new Set(middleware.flatMap(({ type }) => providedBy(type))),
      declared: exactList([
        ...this.#declared(levels, settings, middleware),
        ...implied.map(({ setting }) => setting),
      ]),
    }
  }

  #declared(
    levels: readonly Level[],
    settings: ReadonlyMap<Class, readonly Setting[]>,
    middleware: readonly PlannedMiddleware[],
  ): object[] {
    const isActive = (setting: Setting) => {
      const types = middlewareOf(setting)
      const hasEffect = types.length === 0 || middleware.some(({ type }) => types.includes(type))
      return !setting.isOff && hasEffect && settings.get(classOf(setting))?.includes(setting)
    }
    return levels
      .flatMap(({ attributes }) => attributes)
      .map((use) => (isSetting(use) ? (this.#configured.get(use) ?? use) : use))
      .filter((use) => !isSetting(use) || isActive(use))
  }

  /** Returns the settings that apply, by class. */
  #settingsOf(target: Target, levels: readonly Level[]): ReadonlyMap<Class, readonly Setting[]> {
    const settings = new Map<Class, readonly Setting[]>()
    const levelOf = new Map<Class, Level>()
    for (const level of levels) {
      const bySettingClass = Map.groupBy(level.attributes.filter(isSetting), classOf)
      for (const [type, instances] of bySettingClass) {
        settings.set(
          type,
          instances.map((setting) => this.#configure(setting, level)),
        )
        levelOf.set(type, level)
        if (instances.length > 1 && !instances[0]?.isRepeatable) {
          throw new InvalidMiddleware(
            level.name,
            level.at,
            `@${nameOf(type)} is used twice. Keep one.`,
          )
        }
      }
    }
    for (const [type, level] of levelOf) {
      for (const setting of settings.get(type) ?? []) {
        if (!setting.isOff) withLocation(level, () => setting.check?.(target, level.kind))
      }
    }
    return settings
  }

  #configure(setting: Setting, level: Level): Setting {
    return withLocation(level, () => {
      const configured =
        this.#configured.get(setting) ?? setting.configured?.(this.#config()) ?? setting
      this.#configured.set(setting, configured)
      return configured
    })
  }
}

/** True if a decorator adds or removes middleware, or is a `Setting`. */
export function affectsMiddleware(use: object): boolean {
  return use instanceof UseAttribute || use instanceof WithoutAttribute || isSetting(use)
}

/** Returns a plan without middleware. */
function emptyPlan(levels: readonly Level[]): MiddlewarePlan {
  const declared = exactList(levels.flatMap(({ attributes }) => attributes))
  return {
    middleware: noMiddleware,
    attributes: Map.groupBy(declared, classOf),
    provides: noClasses,
    declared,
  }
}

const noMiddleware: readonly never[] = []
const noClasses: ReadonlySet<never> = new Set()

/** Adds the name and location of the level to errors. */
function withLocation<T>({ name, at }: Level, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw new InvalidMiddleware(name, at, error instanceof Error ? error.message : String(error))
  }
}

/** Returns the classes that a middleware declares with `@Provides`. */
export function providedBy(type: Class): readonly Class[] {
  const { [builtInProvides]: own = [] } = type as MiddlewareClass
  const uses = classAttributes(type)
  return [...own, ...uses.flatMap((use) => (use instanceof ProvidesAttribute ? use.types : []))]
}

/** Returns the levels of a method and its class, without those of the application. */
export function levelsOf(owner: ClassReflection, method: MethodReflection): Level[] {
  const name = `${owner.name}.${method.name}`
  const own: Level = { kind: 'method', name, at: method.at, attributes: method.attributes }
  let levels = classLevels.get(owner)
  if (!levels) classLevels.set(owner, (levels = levelsOfClass(owner, 'class')))
  return [...levels, own]
}

const classLevels = new WeakMap<ClassReflection, readonly Level[]>()

/** Returns the levels of the class with `@Application`; an empty list if there is no such class. */
export function levelsOfApplication(application: ClassReflection | undefined): Level[] {
  return application ? levelsOfClass(application, 'application') : []
}

/** Returns a level for each class of the inheritance chain, parents first. Classes without decorators are left out. */
function levelsOfClass(owner: ClassReflection, kind: LevelKind): Level[] {
  const lineage: Class[] = [owner.class]
  for (;;) {
    const parent = Object.getPrototypeOf(lineage[0]) as Class
    if (parent === Function.prototype) break
    lineage.unshift(parent)
  }
  let offset = 0
  return lineage.flatMap((type) => {
    const { name, at } = isReflectable(type) ? reflect(type) : owner
    const attributes = owner.attributes.slice(offset, classAttributes(type).length)
    offset += attributes.length
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
function middlewareOfLevels(
  levels: readonly Level[],
  settings: ReadonlyMap<Class, readonly Setting[]>,
): PlannedMiddleware[] {
  let planned: PlannedMiddleware[] = []
  for (const level of levels) {
    for (const use of level.attributes) {
      if (use instanceof WithoutAttribute) planned = withoutClasses(planned, use.classes, level)
      for (const type of classesOf(use, settings)) {
        if (planned.every((each) => each.type !== type)) planned.push(planMiddleware(type, level))
      }
    }
  }
  return planned
}

function classesOf(
  use: object,
  settings: ReadonlyMap<Class, readonly Setting[]>,
): readonly MiddlewareClass[] {
  if (use instanceof UseAttribute) return use.classes
  if (!isSetting(use)) return []
  const applicable = settings.get(classOf(use)) ?? []
  return applicable.flatMap(middlewareOf)
}

function middlewareOf(setting: Setting): readonly MiddlewareClass[] {
  return setting.isOff ? [] : [setting.middleware() ?? []].flat()
}

function planMiddleware(type: MiddlewareClass, level: Level): PlannedMiddleware {
  return { type, stage: stageOf(type), level }
}

/** Returns the settings that other settings add with `brings`, except those that are also set explicitly. */
function impliedSettings(
  settings: ReadonlyMap<Class, readonly Setting[]>,
  planned: readonly PlannedMiddleware[],
): { readonly setting: Setting; readonly level: Level }[] {
  const implied = new Map<Class, { readonly setting: Setting; readonly level: Level }>()
  for (const source of [...settings.values()].flat()) {
    const adding = planned.find(({ type }) => middlewareOf(source).includes(type))
    if (!adding) continue
    for (const setting of source.brings?.() ?? []) {
      const type = classOf(setting)
      if (!settings.has(type)) implied.set(type, { setting, level: adding.level })
    }
  }
  return [...implied.values()]
}

function withoutClasses(
  planned: readonly PlannedMiddleware[],
  classes: readonly Class[],
  level: Level,
): PlannedMiddleware[] {
  for (const type of classes) {
    if (planned.some((each) => each.type === type && each.level !== level)) continue
    const outer = level.kind === 'method' ? 'class' : 'parent class'
    throw new InvalidMiddleware(
      level.name,
      level.at,
      `@Without(${type.name}) has no effect: neither the ${outer} nor the application adds it. ` +
        'Remove it. A decorator is turned off by false: @RateLimit(false).',
    )
  }
  return planned.filter(({ type }) => !classes.includes(type))
}

/** Returns the stage of a middleware. */
export function stageOf(type: Class): StageName {
  const stageAttributes = classAttributes(type).filter((use) => use instanceof StageAttribute)
  return stageAttributes.at(-1)?.stage ?? (type as MiddlewareClass)[builtInStage] ?? 'handle'
}

function appliesTo(target: Target, type: MiddlewareClass, stage: StageName): boolean {
  if (target.kind === 'unmatched' && (stage === 'authenticate' || stage === 'handle')) return false
  return type.appliesTo?.(target) ?? true
}

function sortByStage(planned: readonly PlannedMiddleware[]): PlannedMiddleware[] {
  return planned.toSorted((one, other) => stages.indexOf(one.stage) - stages.indexOf(other.stage))
}

function attributesOf(
  levels: readonly Level[],
  settings: ReadonlyMap<Class, readonly Setting[]>,
): ReadonlyMap<Class, readonly object[]> {
  const byClass = Map.groupBy(
    levels.flatMap(({ attributes }) => attributes),
    classOf,
  )
  return new Map<Class, readonly object[]>([...byClass, ...settings])
}

function classOf(use: object): Class {
  return use.constructor as Class
}
