import { attributesOfType, isReflectable, reflect } from '../reflection/reflect.ts'
import { isData, type Class, type NamedType, type TypeInfo } from '../reflection/type-info.ts'
import { isConstraint } from '../validation/constraint.ts'
import { withEach } from '../validation/each.ts'
import type { JsonSchema } from '../validation/schema/json-schema.ts'
import { planKeys } from '../validation/plan-builtin.ts'
import { planContext, planValue } from '../validation/plan-value.ts'
import { bigintPlan } from '../validation/plans/bigint.ts'
import { publishedSchema } from '../validation/plan-schema.ts'
import { tupleSchema } from '../validation/plans/tuple.ts'
import { hasOwnJson } from '../validation/shown-form.ts'
import { scalarOf } from '../validation/scalar.ts'
import { entriesSchema } from '../validation/plans/record.ts'
import { slotSchema } from '../validation/schema/slot-schema.ts'
import { annotate } from './annotate.ts'
import type { SchemaComponents } from './components.ts'
import { objectKeywords } from './object-schema.ts'
import { responseProperties, withoutHidden, type ResponseProperty } from './response-properties.ts'
import { unionKeywords } from './response-union.ts'

/** The named structures around a type. */
type Enclosing = ReadonlyMap<string, StructureType | UnionType>
type StructureType = Extract<TypeInfo, { kind: 'object' }>
type UnionType = Extract<TypeInfo, { kind: 'union' }>

/** Returns the schema of a type's values after `JSON.stringify`. Unknown parts accept any value. */
export function responseSchema(
  type: TypeInfo,
  components: SchemaComponents,
  enclosing: Enclosing = new Map(),
): JsonSchema {
  const attributes = attributesOfType(type)
  const constraints = attributes.filter(isConstraint)
  return slotSchema(
    {
      plan: responsePlan(withEach(type, attributes, 'a response'), components, enclosing),
      constraints,
      nullable: type.nullable === true,
    },
    components,
  )
}

function responsePlan(type: TypeInfo, components: SchemaComponents, enclosing: Enclosing) {
  return {
    ...(type.kind === 'bigint' && bigintPlan),
    schema: () => withoutNull(type, components, enclosing),
  }
}

function withoutNull(
  type: TypeInfo,
  components: SchemaComponents,
  enclosing: Enclosing,
): JsonSchema {
  const of = (inner: TypeInfo) => responseSchema(inner, components, enclosing)
  switch (type.kind) {
    case 'null':
      return { type: 'null' }
    case 'array':
      return { type: 'array', items: of(type.items) }
    case 'tuple': {
      const { items, least = items.length, rest } = type
      return tupleSchema(items.map(of), least, rest && of(rest))
    }
    case 'record':
      return entriesSchema(keysSchema(type.keys, components), of(type.values))
    case 'object':
      return structureSchema(type, components, enclosing)
    case 'recursive': {
      const around = enclosing.get(type.name)
      if (!around) return {}
      return around.kind === 'union'
        ? unionSchema(around, components, enclosing)
        : structureSchema(around, components, enclosing)
    }
    case 'class':
      return classSchema(type.class, type.typeArguments ?? [], components)
    case 'union':
      return unionSchema(type, components, enclosing)
    case 'schema': {
      const refer = (each: NamedType, create: () => JsonSchema) =>
        components.isNamed(each)
          ? components.named('response', each, create)
          : components.inline('response', each, each.name ?? '', create)
      return refer(type, () => publishedSchema(type, 'output', refer))
    }
    case 'builtin':
      return builtinSchema(type, components, of)
    case 'void':
    case 'typeParameter':
    case 'unreadable':
      return {}
    default:
      return scalarSchema(type, components)
  }
}

function builtinSchema(
  type: Extract<TypeInfo, { kind: 'builtin' }>,
  components: SchemaComponents,
  of: (inner: TypeInfo) => JsonSchema,
): JsonSchema {
  const { name, typeArguments: [first = unknown, second = unknown] = [] } = type
  if (name === 'Set') return { type: 'array', items: of(first), uniqueItems: true }
  if (name === 'Map') return entriesSchema(keysSchema(first, components), of(second))
  return isData(type) ? scalarSchema(type, components) : {}
}

const unknown: TypeInfo = { kind: 'unknown' }

function keysSchema(
  keys: TypeInfo | undefined,
  components: SchemaComponents,
): JsonSchema | undefined {
  return planKeys(keys, planContext('a response'))?.schema(components)
}

/** Returns the schema of a scalar, which is the same in requests and responses. */
function scalarSchema(type: TypeInfo, components: SchemaComponents): JsonSchema {
  return planValue(type, planContext('a response')).schema(components)
}

function unionSchema(
  type: UnionType,
  components: SchemaComponents,
  enclosing: Enclosing,
): JsonSchema {
  const { name = '', members } = type
  const inner = new Map(enclosing).set(name, type)
  const create = () => unionKeywords(members, (member) => responseSchema(member, components, inner))
  return components.isNamed(type)
    ? components.named('response', type, create)
    : components.inline('response', type, name, create)
}

function structureSchema(
  type: StructureType,
  components: SchemaComponents,
  enclosing: Enclosing,
): JsonSchema {
  const { name = '', properties } = type
  const inner = new Map(enclosing).set(name, type)
  const create = () =>
    objectKeywords(
      withoutHidden(properties).map(({ name, type, optional, doc = {} }) => ({
        name,
        schema: annotate(responseSchema(type, components, inner), { doc }, components),
        isRequired: !optional,
      })),
    )
  return components.isNamed(type)
    ? components.named('response', type, create)
    : components.inline('response', type, name, create)
}

function classSchema(
  target: Class | undefined,
  typeArguments: readonly TypeInfo[],
  components: SchemaComponents,
): JsonSchema {
  const form = scalarOf(target)
  if (form) return form.plan.schema(components)
  // The properties of a class without type information, and the result of a custom toJSON, are unknown.
  if (!target || !isReflectable(target) || hasOwnJson(target.prototype as object)) return {}
  return components.reference('response', target, typeArguments, () => {
    const properties = responseProperties(target, typeArguments).map((property) => ({
      ...property,
      schema: annotate(propertySchema(property, components), property, components),
    }))
    return annotate(objectKeywords(properties), reflect(target), components)
  })
}

function propertySchema(
  { type, constraints, isComputed }: ResponseProperty,
  components: SchemaComponents,
): JsonSchema {
  const inherited = attributesOfType(type).filter(isConstraint)
  const plan = responsePlan(type, components, new Map())
  const schema = slotSchema(
    { plan, constraints: [...constraints, ...inherited], nullable: type.nullable === true },
    components,
  )
  return isComputed ? { ...schema, readOnly: true } : schema
}
