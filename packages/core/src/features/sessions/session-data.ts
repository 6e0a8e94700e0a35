import { toStoredJson } from '../../http/message/to-json.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { jsonFormOf, type ToJsonForm } from '../../data/schema/json-form.ts'
import { toFieldErrors } from '../../data/validation/field-errors.ts'
import type { ObjectPlan } from '../../data/validation/value-plan.ts'
import { planOf } from '../../data/hydration/plan-value.ts'
import { SessionDataInvalid } from './errors.ts'

type Fields = Readonly<Record<string, string>>

/** Creates, writes and reads the data of sessions. */
export class SessionData {
  readonly #plan: ObjectPlan | undefined
  readonly #toJsonForm: ToJsonForm | undefined

  /**
   * If there is no class, sessions have no data. Throws a `TypeError` if the class cannot be created without data, or
   * if some of its properties would not be stored.
   */
  constructor(type: Class<object> | undefined) {
    this.#plan = type && planOf(type)
    this.#toJsonForm =
      type && jsonFormOf({ kind: 'class', name: type.name, class: type }, { keepsHidden: true })
    const { name, fields } = this.#plan ?? noPlan
    const lost = fields.find(({ isProperty }) => !isProperty)
    if (lost) {
      throw new TypeError(
        `@Sessions(${name}): the parameter "${lost.name}" of ${name} is not stored, because it is not a property. ` +
          `Write: constructor(public ${lost.name}: …).`,
      )
    }
    const failures: string[] = []
    this.#hydrate({}, failures)
    if (failures.length > 0) {
      throw new TypeError(
        `@Sessions(${name}): a new session has no data, but ${name} needs "${failures[0]}". ` +
          'Give each parameter of its constructor a default.',
      )
    }
    const names = new Set(fields.map((field) => field.name))
    const unknown = Object.keys(this.create()).find((key) => !names.has(key))
    if (unknown !== undefined) {
      throw new TypeError(
        `@Sessions(${name}): the property "${unknown}" of ${name} is not stored, because its constructor does not take it. ` +
          `Write: constructor(public ${unknown} = …).`,
      )
    }
  }

  create(): object {
    return this.#hydrate({}, []) as object
  }

  /** Creates the data from stored fields; returns undefined if they no longer match the class. */
  read(fields: Fields): object | undefined {
    return this.#hydrate(fields, [])
  }

  /** Returns the fields as JSON, by name. */
  write(data: object): Record<string, string> {
    const written: Record<string, string> = {}
    const values = (this.#toJsonForm?.(data) ?? data) as Record<string, unknown>
    for (const { name } of (this.#plan ?? noPlan).fields) {
      const value = values[name]
      if (value !== undefined) written[name] = toStoredJson(value)
    }
    return written
  }

  /** Throws `SessionDataInvalid` if the data could not be read back. */
  refuseUnreadable(fields: Fields): void {
    const failures: string[] = []
    this.#hydrate(fields, failures)
    if (failures.length === 0) return
    throw new SessionDataInvalid((this.#plan ?? noPlan).name, toFieldErrors(failures))
  }

  /** True if the stored fields are exactly those of the class. */
  isComplete(written: Fields): boolean {
    const { fields } = this.#plan ?? noPlan
    return (
      Object.keys(written).length === fields.length &&
      fields.every(({ name }) => Object.hasOwn(written, name))
    )
  }

  #hydrate(fields: Fields, failures: string[]): object | undefined {
    if (!this.#plan) return {}
    const data: Record<string, unknown> = {}
    for (const { name } of this.#plan.fields) {
      if (Object.hasOwn(fields, name)) data[name] = JSON.parse(fields[name] as string)
    }
    return this.#plan.hydrate(data, failures, 0) as object | undefined
  }
}

const noPlan: Pick<ObjectPlan, 'name' | 'fields'> = { name: 'Object', fields: [] }
