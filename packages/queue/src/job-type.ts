import { createHash } from 'node:crypto'
import {
  Hydrator,
  JobOptionsAttribute,
  jsonFormOf,
  reflect,
  toStoredJson,
  type MethodReflection,
} from '@fw/core'
import { InvalidJob, InvalidPush, MalformedJob } from './errors.ts'
import type { Job, JobClass } from './job.ts'
import { checkNames, checkSettings, type CheckedSettings, type Refuse } from './job-settings.ts'

const hydrator = new Hydrator()

/** A job class, with functions to serialize and deserialize its jobs. */
export class JobType {
  readonly class: JobClass
  /** The name under which its jobs are stored. */
  readonly name: string
  /** The names under which its jobs were stored before. */
  readonly formerNames: readonly string[]
  /** The settings from `@JobOptions`. */
  readonly settings: CheckedSettings
  /** The location, as `file:line:column`. */
  readonly at: string
  readonly handle: MethodReflection
  /** The method `failed`, without its first parameter, the error. */
  readonly failed: MethodReflection | undefined
  /** The names of the constructor parameters. */
  readonly fields: readonly string[]
  readonly #toJsonForm: ReturnType<typeof jsonFormOf>
  readonly #fields: readonly { readonly name: string; readonly optional: boolean }[]

  /** Throws `InvalidJob`, or the hydrator's error if it does not support the type of a parameter. */
  constructor(type: JobClass) {
    const { name: className, at, attributes, methods, parameters } = reflect(type)
    const refuse = (problem: string) => new InvalidJob(className, at, problem)
    const handle = methods.find((method) => method.name === 'handle')
    if (!handle) {
      throw refuse(
        `a job must implement Job and have a method handle: class ${className} implements Job.`,
      )
    }
    const rest = parameters.find((parameter) => parameter.rest)
    if (rest) {
      throw new InvalidJob(
        className,
        rest.at,
        `"${rest.name}" cannot be a rest parameter. Use an array.`,
      )
    }
    hydrator.prepare(type)
    this.#toJsonForm = jsonFormOf(
      { kind: 'class', name: className, class: type },
      { keepsHidden: true },
    )
    const uses = attributes.filter((use) => use instanceof JobOptionsAttribute)
    if (uses.length > 1) throw refuse('there are several @JobOptions. Merge them.')
    const settings = uses[0]?.settings ?? {}
    const { name = className, formerly = [] } = settings
    const refuseSetting = (setting: string, expected: string) =>
      refuse(`@JobOptions: ${setting} must be ${expected}.`)
    checkNames(settings, ['name', 'formerly'], refuseSetting)
    this.class = type
    this.name = checkName(name, 'name', refuseSetting)
    this.formerNames = [formerly].flat().map((each) => checkName(each, 'formerly', refuseSetting))
    this.fields = parameters.map((parameter) => parameter.name)
    this.settings = checkSettings(settings, this.fields, refuseSetting)
    this.at = at
    this.handle = handle
    this.failed = withoutError(methods.find((method) => method.name === 'failed'))
    this.#fields = parameters.map((parameter) => ({
      name: parameter.name,
      optional: parameter.optional === true || parameter.default !== undefined,
    }))
  }

  /**
   * Serializes a job as JSON. Throws `ValidationFailed` if the result could not be read back, `InvalidJob` if a
   * required parameter is not a property, and `InvalidPush` for data that JSON cannot represent. Does not run `@Check`
   * methods.
   */
  write(job: Job): string {
    const values: Record<string, unknown> = {}
    for (const { name, optional } of this.#fields) {
      if (!(name in job) && !optional) throw this.#missingPropertyError(name)
      values[name] = (job as unknown as Record<string, unknown>)[name]
    }
    try {
      const payload = toStoredJson(this.#toJsonForm?.(values) ?? values)
      hydrator.hydrate(this.class, JSON.parse(payload), { checks: false })
      return payload
    } catch (error) {
      throw isUnstorable(error) ? this.#unstorableError(values, error) : error
    }
  }

  /** True if the class has `@Check` methods, which `hydrateAsync` runs. */
  get isChecked(): boolean {
    return hydrator.hasChecks(this.class)
  }

  /**
   * Returns the unique key of a job, which only one job may have at a time; undefined if the settings do not require
   * uniqueness.
   */
  uniqueKey(payload: string, unique: CheckedSettings['unique']): string | undefined {
    if (!unique) return undefined
    const values = unique.by && (JSON.parse(payload) as Record<string, unknown>)
    const text = values ? JSON.stringify(unique.by?.map((name) => values[name] ?? null)) : payload
    const digest = createHash('sha256').update(`${this.name}\n${text}`).digest('base64url')
    return `${unique.until}:${digest}`
  }

  /**
   * Creates a job from its payload, without running `@Check` methods. Throws `MalformedJob` if the payload is not JSON,
   * or `ValidationFailed` if it does not match the class.
   */
  read(payload: string): Job {
    return hydrator.hydrate(this.class, parse(payload), { checks: false })
  }

  #unstorableError(values: Readonly<Record<string, unknown>>, cause: unknown): InvalidPush {
    const field = this.fields.find((name) => !isStorable(values[name]))
    return new InvalidPush(
      this.name,
      field === undefined ? 'its data' : `the field "${field}"`,
      'data that JSON can represent: without circular references, and not nested thousands of levels deep',
      cause,
    )
  }

  #missingPropertyError(name: string): InvalidJob {
    return new InvalidJob(
      this.name,
      this.at,
      `parameter "${name}" cannot be stored with the job, because it is not a property. ` +
        `Write: constructor(readonly ${name}: …).`,
    )
  }
}

function isStorable(value: unknown): boolean {
  try {
    toStoredJson(value)
    return true
  } catch {
    return false
  }
}

/** True for the errors that JavaScript throws for circular or too deeply nested data. */
function isUnstorable(error: unknown): boolean {
  return (
    error instanceof RangeError ||
    (error instanceof TypeError && /circular|cyclic/i.test(error.message))
  )
}

function checkName(name: string, setting: string, refuse: Refuse): string {
  if (typeof name === 'string' && /^\S{1,200}$/.test(name)) return name
  throw refuse(setting, 'a string of up to 200 characters without spaces')
}

function withoutError(failed: MethodReflection | undefined): MethodReflection | undefined {
  return failed && { ...failed, parameters: failed.parameters.slice(1) }
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch (error) {
    throw new MalformedJob('The stored payload is not valid JSON.', { cause: error })
  }
}
