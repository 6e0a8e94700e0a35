import { attribute } from '../../base/reflection/attribute.ts'
import { isReflectable, reflect } from '../../base/reflection/reflect.ts'
import type { GetterReflection } from '../../base/reflection/class-reflection.ts'
import type { Class, TypeInfo } from '../../base/reflection/type-info.ts'
import { UnusableForm } from './errors.ts'

class HideAttribute {
  static readonly onDecorate = defineToJson
}

/** Hides a field at any depth: requests may contain it, but responses, tool results and log lines never contain it. */
export const Hide = attribute(HideAttribute)

class ComputedAttribute {
  static readonly onDecorate = defineToJson
}

/** Includes the value of a getter in the JSON of an object. The getter must declare its type. */
export const Computed = attribute(ComputedAttribute)

/** True if the decorators of a field hide it. */
export function isHidden(attributes: readonly object[]): boolean {
  return attributes.some((use) => use instanceof HideAttribute)
}

/** The differences between the properties of a class's instances and their JSON. */
export interface JsonShape {
  readonly hidden: ReadonlySet<string>
  readonly computed: readonly ComputedProperty[]
}

/** A getter whose value is included in JSON. */
export interface ComputedProperty extends GetterReflection {
  readonly type: TypeInfo
}

const shapes = new WeakMap<Class, JsonShape>()
const noNames: ReadonlySet<string> = new Set()

/**
 * Returns the hidden and computed properties of a class. Throws `UnusableForm` if a computed getter
 * is static or untyped, or if a custom `toJSON` would ignore the properties.
 */
export function jsonShapeOf(target: Class): JsonShape {
  let found = shapes.get(target)
  if (!found) shapes.set(target, (found = readShape(target)))
  return found
}

function readShape(target: Class): JsonShape {
  const { name, parameters, getters, at } = reflect(target)
  const parent = Object.getPrototypeOf(target) as Class
  const inherited = isReflectable(parent) ? jsonShapeOf(parent).hidden : noNames
  const own = parameters.filter(({ attributes }) => isHidden(attributes))
  const hidden =
    own.length > 0 ? new Set([...inherited, ...own.map((parameter) => parameter.name)]) : inherited
  const computed = getters.filter(({ attributes }) =>
    attributes.some((use) => use instanceof ComputedAttribute),
  )
  for (const getter of computed) refuseUnusable(getter, name)
  if ((hidden.size > 0 || computed.length > 0) && !hasGeneratedToJson(target.prototype)) {
    throw new UnusableForm(name, at, customToJsonProblem)
  }
  return { hidden, computed: computed as ComputedProperty[] }
}

function refuseUnusable({ name, type, isStatic, at }: GetterReflection, owner: string): void {
  const getterName = `${owner}.${name}`
  if (isStatic) {
    throw new UnusableForm(
      getterName,
      at,
      '@Computed marks a static getter, which is not part of the JSON of objects. Remove "static".',
    )
  }
  if (!type) {
    throw new UnusableForm(
      getterName,
      at,
      'a computed property must declare its type, such as: get name(): string.',
    )
  }
}

const customToJsonProblem =
  'the class has a custom toJSON, which @Hide and @Computed cannot change. Remove toJSON, or these decorators.'

/** The key that marks the `toJSON` that `@Hide` and `@Computed` add to a class. The query builder reads the key. */
const generatedKey: unique symbol = Symbol.for('fw.generated-to-json') as never

const toJSON = Object.assign(
  function (this: object): Record<string, unknown> {
    return shape(this)
  },
  { [generatedKey]: true },
)

/** Adds a `toJSON` to a class, so that its JSON follows the decorators at any depth. */
function defineToJson({ name, prototype }: Class): void {
  const holder = prototype as object
  if (Object.hasOwn(holder, 'toJSON') && !hasGeneratedToJson(holder))
    throw new UnusableForm(name, '', customToJsonProblem)
  Object.defineProperty(holder, 'toJSON', { value: toJSON, configurable: true, writable: true })
}

function shape(object: object): Record<string, unknown> {
  const { hidden, computed } = jsonShapeOf(object.constructor as Class)
  const properties = object as Record<string, unknown>
  const form: Record<string, unknown> = {}
  for (const name of Object.keys(object)) if (!hidden.has(name)) form[name] = properties[name]
  for (const { name } of computed) form[name] = properties[name]
  return form
}

function hasGeneratedToJson(value: object): value is { toJSON: typeof toJSON } {
  const { toJSON: form } = value as { toJSON?: unknown }
  return typeof form === 'function' && generatedKey in form
}

/** True if a value has a custom `toJSON`, whose result is unknown. */
export function hasCustomToJson(value: object): boolean {
  return typeof (value as { toJSON?: unknown }).toJSON === 'function' && !hasGeneratedToJson(value)
}

/** True for an object, but not an array, `Map`, `Set`, binary data, or an object with a custom `toJSON`. */
export function isJsonObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) return false
  return !hasCustomToJson(value)
}

/** Returns the properties that appear in the JSON of an object. */
export function visibleProperties(value: object): Record<string, unknown> {
  return hasGeneratedToJson(value) ? value.toJSON() : { ...value }
}

/** Returns the properties of an object including hidden ones; returns other values unchanged. */
export function withHidden(value: unknown): unknown {
  return typeof value === 'object' && value !== null && hasGeneratedToJson(value)
    ? { ...value }
    : value
}
