import { attribute } from '../reflection/attribute.ts'
import { isReflectable, reflect, type GetterReflection } from '../reflection/reflect.ts'
import type { Class, TypeInfo } from '../reflection/type-info.ts'
import { UnusableForm } from './errors.ts'

class HideAttribute {
  static readonly onDecorate = shapeJson
}

/** The field is taken from requests and never shown: not in answers, results of tools or lines of the log, at any depth. */
export const Hide = attribute(HideAttribute)

class ComputedAttribute {
  static readonly onDecorate = shapeJson
}

/** JSON of an object shows what the getter gives. It declares its type. */
export const Computed = attribute(ComputedAttribute)

/** Whether attributes hide the field that they stand on. */
export function isHidden(attributes: readonly object[]): boolean {
  return attributes.some((use) => use instanceof HideAttribute)
}

/** What JSON shows of the objects of a class beside their properties, and what not. */
export interface ShownForm {
  readonly hidden: ReadonlySet<string>
  readonly computed: readonly ComputedProperty[]
}

/** A getter that JSON shows. */
export interface ComputedProperty extends GetterReflection {
  readonly type: TypeInfo
}

const forms = new WeakMap<Class, ShownForm>()

/** Throws `UnusableForm` where the class says it in a way that JSON would not follow. */
export function shownFormOf(target: Class): ShownForm {
  let found = forms.get(target)
  if (!found) forms.set(target, (found = readForm(target)))
  return found
}

function readForm(target: Class): ShownForm {
  const { name, parameters, getters, at } = reflect(target)
  const parent = Object.getPrototypeOf(target) as Class
  const inherited = isReflectable(parent) ? shownFormOf(parent).hidden : []
  const own = parameters.filter(({ attributes }) => isHidden(attributes))
  const hidden = new Set([...inherited, ...own.map((parameter) => parameter.name)])
  const marked = getters.filter(({ attributes }) =>
    attributes.some((use) => use instanceof ComputedAttribute),
  )
  for (const getter of marked) refuseUnusable(getter, name)
  if ((hidden.size > 0 || marked.length > 0) && !isOurs(target.prototype)) {
    throw new UnusableForm(name, at, ownToJson)
  }
  return { hidden, computed: marked as ComputedProperty[] }
}

function refuseUnusable({ name, type, isStatic, at }: GetterReflection, owner: string): void {
  const place = `${owner}.${name}`
  if (isStatic) {
    throw new UnusableForm(
      place,
      at,
      '@Computed stands on a static getter, and JSON shows objects. Remove "static".',
    )
  }
  if (!type) {
    throw new UnusableForm(
      place,
      at,
      'a computed property declares its type. Write: get name(): string.',
    )
  }
}

const ownToJson =
  'the class has a toJSON of its own, which @Hide and @Computed cannot shape. Remove it, or them.'

/** A mark of the `toJSON` that `Hide` and `Computed` give a class. The query builder knows it, too. */
const ours: unique symbol = Symbol.for('fw.shown-form') as never

const toJSON = Object.assign(
  function (this: object): Record<string, unknown> {
    return shown(this)
  },
  { [ours]: true },
)

/** Makes JSON of the objects of a class follow its attributes, wherever an object stands. */
function shapeJson({ name, prototype }: Class): void {
  const holder = prototype as object
  if (Object.hasOwn(holder, 'toJSON') && !isOurs(holder))
    throw new UnusableForm(name, '', ownToJson)
  Object.defineProperty(holder, 'toJSON', { value: toJSON, configurable: true, writable: true })
}

function shown(object: object): Record<string, unknown> {
  const { hidden, computed } = shownFormOf(object.constructor as Class)
  const properties = object as Record<string, unknown>
  const form: Record<string, unknown> = {}
  for (const name of Object.keys(object)) if (!hidden.has(name)) form[name] = properties[name]
  for (const { name } of computed) form[name] = properties[name]
  return form
}

function isOurs(value: object): value is { toJSON: typeof toJSON } {
  const { toJSON: form } = value as { toJSON?: unknown }
  return typeof form === 'function' && ours in form
}

/** Whether a value writes its JSON by a method of its own, about which nothing is known. */
export function hasOwnJson(value: object): boolean {
  return typeof (value as { toJSON?: unknown }).toJSON === 'function' && !isOurs(value)
}

/** The properties that JSON shows of an object. */
export function shownProperties(value: object): Record<string, unknown> {
  return isOurs(value) ? value.toJSON() : { ...value }
}

/** The properties of an object that its class shapes for JSON, hidden ones included; another value as it is. */
export function withHidden(value: unknown): unknown {
  return typeof value === 'object' && value !== null && isOurs(value) ? { ...value } : value
}
