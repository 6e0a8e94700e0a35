import { isPromise } from '../../base/platform/maybe-promise.ts'
import { tooDeep } from '../validation/message.ts'
import type { ValidationErrors } from '../validation/validation-errors.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'
import type { CodeWriter } from '../validation/code-writer.ts'
import { UnusableType } from '../validation/errors.ts'
import { maxEntries } from '../validation/field-errors.ts'
import { isTooDeep } from '../validation/plain-object.ts'
import type { JsonSchema } from '../validation/json-schema.ts'
import type {
  StandardSchemaV1,
  StandardJSONSchemaV1,
} from '../validation/schema/standard-schema.ts'
import type { JsonType, ValuePlan } from '../validation/value-plan.ts'
import { validateOnce } from '../validation/async-schemas.ts'

type SchemaType = Extract<TypeInfo, { kind: 'schema' }>
type ForeignSchema = StandardSchemaV1 & Partial<StandardJSONSchemaV1>
type Standard = ForeignSchema['~standard']

/** Plans a type that is inferred from a Standard Schema. The schema validates the values. */
export function planSchema(type: SchemaType, location: string): ValuePlan {
  const standard = standardOf(type)
  if (!standard) {
    throw new UnusableType(
      location,
      `the value of "${type.text}" is not a Standard Schema. Use a schema that has "~standard", such as those of zod, Valibot and ArkType.`,
    )
  }
  const published = jsonSchemaOf(type, 'input')
  if (!published) unpublished.add(type.text)
  const accepts = (value: unknown) => acceptsSync(standard, value)
  const acceptsUndefined = accepts(undefined)
  const acceptsNull = accepts(null)
  const run = (value: unknown, errors: ValidationErrors, key: string, ownKey: string) =>
    hydrate(standard, value, errors, key, ownKey, type)
  return {
    jsonTypes: jsonTypesOf(published ?? {}),
    code: 'required',
    message: 'is required.',
    reportsOwnErrors: true,
    acceptsUndefined,
    test: (_code, value) =>
      [
        ...(acceptsUndefined ? [] : [`${value} !== undefined`]),
        ...(acceptsNull ? [] : [`${value} !== null`]),
      ].join(' && ') || 'true',
    accept: (code: CodeWriter, value, key) =>
      `${value} = ${code.bind(run)}(${value}, errors, ${key || "''"}, ${code.ownKey(key)}); ` +
      `if (errors.length > ${maxEntries}) return undefined;`,
    cast: (value) => value,
    schema: (references) =>
      references.referenceToType(type, () =>
        publishedSchema(type, 'input', (definition, make) =>
          references.referenceToType(definition, make),
        ),
      ),
  }
}

const unpublished = new Set<string>()

/** Returns the types without a JSON Schema that were planned since this function was last called. */
export function takeUnpublished(): string[] {
  const texts = [...unpublished]
  unpublished.clear()
  return texts
}

/** Returns the Standard Schema of a type, which may be a function, as in ArkType. */
function standardOf({ schema }: SchemaType): Standard | undefined {
  const isObject = (typeof schema === 'object' && schema !== null) || typeof schema === 'function'
  const standard = isObject ? (schema as Partial<ForeignSchema>)['~standard'] : undefined
  return typeof standard?.validate === 'function' ? standard : undefined
}

function hydrate(
  standard: Standard,
  value: unknown,
  errors: ValidationErrors,
  key: string,
  ownKey: string,
  type: SchemaType,
): unknown {
  if (isTooDeep(value)) {
    errors.push(ownKey, tooDeep)
    return value
  }
  const result = errors.schemas
    ? validateOnce(errors.schemas, () => standard.validate(value))
    : accept(standard, value, type)
  if (!result) {
    // The schema is still validating. The failure prevents objects from being created before the data is read again.
    errors.push(ownKey, '')
    return value
  }
  if (!result.issues) return result.value
  for (const { path = [], message } of result.issues.slice(0, maxEntries)) {
    const part = path.map((each) => String(typeof each === 'object' ? each.key : each)).join('.')
    errors.push(part === '' ? ownKey : key === '' ? part : `${key}.${part}`, message)
  }
  return value
}

/** True if a schema accepts a value synchronously. */
function acceptsSync(standard: Standard, value: unknown): boolean {
  const result = standard.validate(value)
  if (!isPromise(result)) return !result.issues
  // The promise is not used, so its rejection must be handled here.
  result.catch(() => undefined)
  return false
}

function accept(standard: Standard, value: unknown, { text }: SchemaType) {
  const result = standard.validate(value)
  if (isPromise(result)) {
    // The promise is not used, so its rejection must be handled here.
    result.catch(() => undefined)
    throw new TypeError(
      `The schema of "${text}" validates asynchronously, but this data needs a synchronous schema.`,
    )
  }
  return result
}

/**
 * Returns the JSON Schema of a Standard Schema; undefined if the library does not provide one or cannot express the
 * type, such as a `Date`.
 */
function jsonSchemaOf(type: SchemaType, direction: 'input' | 'output'): JsonSchema | undefined {
  try {
    return standardOf(type)?.jsonSchema?.[direction]({ target: 'draft-2020-12' })
  } catch {
    return undefined
  }
}

const allJsonTypes: readonly JsonType[] = ['string', 'number', 'boolean', 'object', 'array']

function jsonTypesOf({ type }: JsonSchema): readonly JsonType[] {
  const names = new Set([type].flat().map((name) => (name === 'integer' ? 'number' : name)))
  const known = allJsonTypes.filter((name) => names.has(name))
  return known.length > 0 ? known : allJsonTypes
}

/**
 * Returns the JSON Schema of a type; `{}` if its schema does not provide one. `refer` publishes the parts that are
 * recursive or used several times.
 */
export function publishedSchema(
  type: SchemaType,
  direction: 'input' | 'output',
  refer: (definition: SchemaType, make: () => JsonSchema) => JsonSchema,
): JsonSchema {
  const published = jsonSchemaOf(type, direction)
  if (!published) return {}
  const { $schema: _, $defs = {}, ...root } = published
  const schemas = new Map(Object.entries($defs as Record<string, JsonSchema>))
  const definitions = new Map<string, SchemaType>()
  const refersToRoot = JSON.stringify([root, $defs]).includes('"$ref":"#"')
  // An exported type already has a named definition.
  return (refersToRoot && !type.at ? reference('') : complete(root)) as JsonSchema

  function reference(name: string): JsonSchema {
    const definition = definitions.get(name) ?? definitionOf(name)
    definitions.set(name, definition)
    return refer(definition, () => complete(name === '' ? root : schemas.get(name)) as JsonSchema)
  }

  function definitionOf(name: string): SchemaType {
    if (name === '') return { ...type, name: type.name ?? 'Schema' }
    return { kind: 'schema', schema: type.schema, text: name, name }
  }

  function complete(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(complete)
    if (typeof node !== 'object' || node === null) return node
    const { $ref, ...others } = node as JsonSchema
    if (typeof $ref !== 'string') {
      return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, complete(each)]))
    }
    return { ...reference($ref.replace(/^#(?:\/\$defs\/)?/, '')), ...others }
  }
}
