import { attribute } from '../../base/reflection/attribute.ts'
import { isReflectable, reflect } from '../../base/reflection/reflect.ts'
import type { GetterReflection } from '../../base/reflection/class-reflection.ts'
import type { Class, TypeInfo } from '../../base/reflection/type-info.ts'
import { UnusableForm } from './errors.ts'

class HideAttribute {
  static readonly onDecorate = shapeJson
}

/** Hides a field: requests may contain it, but responses, tool results and log lines never do, at any depth. */
export const Hide = attribute(HideAttribute)

class ComputedAttribute {
  static readonly onDecorate = shapeJson
}

/** Includes the value of a getter in the JSON of an object. The getter must declare its type. */
export const Computed = attribute(ComputedAttribute)

/** True if the decorators of a field hide it. */
export function isHidden(attributes: readonly object[]): boolean {
  return attributes.some((use) => use instanceof HideAttribute)
}

/** Describes how the JSON of a class's instances differs from their properties. */
export interface ShownForm {
  readonly hidden: ReadonlySet<string>
  readonly computed: readonly ComputedProperty[]
}

/** A getter whose value is included in JSON. */
export interface ComputedProperty extends GetterReflection {
  readonly type: TypeInfo
}

const forms = new WeakMap<Class, ShownForm>()

/** Returns how a class is serialized to JSON. Throws `UnusableForm` if its JSON cannot match its declaration. */
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
      '@Computed marks a static getter, which is not part of the JSON of objects. Remove "static".',
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
  'the class has a custom toJSON, which @Hide and @Computed cannot change. Remove toJSON, or these decorators.'

/** Marks the `toJSON` that `@Hide` and `@Computed` add to a class. The query builder uses it, too. */
const ours: unique symbol = Symbol.for('fw.shown-form') as never

const toJSON = Object.assign(
  function (this: object): Record<string, unknown> {
    return shown(this)
  },
  { [ours]: true },
)

/** Adds a `toJSON` to a class, so that its JSON follows the decorators at any depth. */
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

/** True if a value has a custom `toJSON`, whose result is unknown. */
export function hasOwnJson(value: object): boolean {
  return typeof (value as { toJSON?: unknown }).toJSON === 'function' && !isOurs(value)
}

/** True if an object is serialized by its own properties, without `toJSON`. */
export function isBare(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) return false
  return !hasOwnJson(value)
}

/** Returns the properties that appear in the JSON of an object. */
export function shownProperties(value: object): Record<string, unknown> {
  return isOurs(value) ? value.toJSON() : { ...value }
}

/** Returns the properties of an object including hidden ones; returns other values unchanged. */
export function withHidden(value: unknown): unknown {
  return typeof value === 'object' && value !== null && isOurs(value) ? { ...value } : value
}
