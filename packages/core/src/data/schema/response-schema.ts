import { attributesOfType, isReflectable, reflect } from '../../base/reflection/reflect.ts'
import {
  undocumented,
  type Class,
  type NamedType,
  type TypeInfo,
} from '../../base/reflection/type-info.ts'
import { fold, type TypeCases } from '../../base/reflection/type-tree.ts'
import { isData } from '../builtins/builtins.ts'
import { isConstraint } from '../validation/constraint.ts'
import { withEach } from '../hydration/each.ts'
import type { JsonSchema } from '../validation/json-schema.ts'
import { planBuiltin } from '../hydration/plan-builtin.ts'
import { planValue } from '../hydration/plan-value.ts'
import { planKeys } from '../validation/plans/keys.ts'
import { bigintPlan } from '../validation/plans/bigint.ts'
import { publishedSchema } from '../hydration/plan-schema.ts'
import { unknownPlan } from '../validation/plans/unknown.ts'
import { tupleSchema } from '../validation/plans/tuple.ts'
import { hasCustomToJson } from '../validation/json-shape.ts'
import { scalarOf } from '../hydration/scalar.ts'
import { entriesSchema } from '../validation/plans/record.ts'
import { slotSchema } from '../validation/schema/slot-schema.ts'
import type { Slot, ValuePlan } from '../validation/value-plan.ts'
import { annotate } from './annotate.ts'
import type { SchemaComponents } from './components.ts'
import { objectKeywords } from './object-schema.ts'
import { responseProperties, withoutHidden, type ResponseProperty } from './response-properties.ts'
import { unionKeywords } from './response-union.ts'

/** The components of a document, and the named structural types that enclose a type. */
interface Context {
  readonly components: SchemaComponents
  readonly enclosing: ReadonlyMap<string, StructureType | UnionType>
}

type StructureType = Extract<TypeInfo, { kind: 'object' }>
type UnionType = Extract<TypeInfo, { kind: 'union' }>

/** Returns the schema of a type's values after `JSON.stringify`. Parts of unknown type accept any value. */
export function responseSchema(type: TypeInfo, components: SchemaComponents): JsonSchema {
  return schemaIn(type, { components, enclosing: new Map() })
}

function schemaIn(type: TypeInfo, context: Context): JsonSchema {
  return slotSchema(slotIn(type, context), context.components)
}

/** Returns the type and the constraints of a response value. The constraints are published, but not checked. */
function slotIn(type: TypeInfo, context: Context): Slot {
  const attributes = attributesOfType(type)
  return {
    plan: planIn(withEach(type, attributes, location), context),
    constraints: attributes.filter(isConstraint),
    nullable: type.nullable === true,
    optional: false,
  }
}

function planIn(type: TypeInfo, context: Context): ValuePlan {
  return {
    ...(type.kind === 'bigint' ? bigintPlan : unknownPlan),
    schema: () => fold(type, schemas, context),
  }
}

const unknown = () => ({})

const schemas: TypeCases<JsonSchema, Context> = {
  null: () => ({ type: 'null' }),
  array: ({ items }, context) => ({ type: 'array', items: schemaIn(items, context) }),
  tuple: ({ items, least = items.length, rest }, context) => {
    const schemaOf = (item: TypeInfo) => schemaIn(item, context)
    return tupleSchema(items.map(schemaOf), least, rest && schemaOf(rest))
  },
  record: ({ keys, values }, context) => {
    const plan = planKeys(keys, (key) => slotIn(key, context))
    return entriesSchema(plan?.schema(context.components), schemaIn(values, context))
  },
  object: structureSchema,
  recursive: ({ name }, context) => {
    const enclosingType = context.enclosing.get(name)
    return enclosingType ? fold(enclosingType, schemas, context) : {}
  },
  class: ({ class: target, typeArguments = [] }, { components }) =>
    classSchema(target, typeArguments, components),
  union: unionSchema,
  schema: (type, { components }) => {
    const refer = (each: NamedType, create: () => JsonSchema) => publish(each, components, create)
    return refer(type, () => publishedSchema(type, 'output', refer))
  },
  builtin: (type, context) =>
    isData(type)
      ? planBuiltin(type, location, (each) => slotIn(each, context)).schema(context.components)
      : {},
  void: unknown,
  typeParameter: unknown,
  unreadable: unknown,
  // Scalars are the same in requests and responses.
  other: (type, { components }) => planValue(type, location).schema(components),
}

const location = 'a response'

/** Returns a reference to the schema of an exported type; for other types usually the inlined schema. */
function publish(
  type: NamedType,
  components: SchemaComponents,
  create: () => JsonSchema,
): JsonSchema {
  return components.isNamed(type)
    ? components.named('response', type, create)
    : components.inline('response', type, type.name ?? '', create)
}

/** Adds a type to the enclosing types, for its inner types. */
function withEnclosing(
  type: StructureType | UnionType,
  { components, enclosing }: Context,
): Context {
  return { components, enclosing: new Map(enclosing).set(type.name ?? '', type) }
}

function unionSchema(type: UnionType, context: Context): JsonSchema {
  const inner = withEnclosing(type, context)
  return publish(type, context.components, () =>
    unionKeywords(type.members, (member) => schemaIn(member, inner)),
  )
}

function structureSchema(type: StructureType, context: Context): JsonSchema {
  const { components } = context
  const inner = withEnclosing(type, context)
  return publish(type, components, () =>
    objectKeywords(
      withoutHidden(type.properties).map(({ name, type, optional, doc = undocumented }) => ({
        name,
        schema: annotate(schemaIn(type, inner), { doc }, components),
        isRequired: !optional,
      })),
    ),
  )
}

function classSchema(
  target: Class | undefined,
  typeArguments: readonly TypeInfo[],
  components: SchemaComponents,
): JsonSchema {
  const scalar = scalarOf(target)
  if (scalar) return scalar.plan.schema(components)
  // The result is unknown for a class without type information or with a custom `toJSON`.
  if (!target || !isReflectable(target) || hasCustomToJson(target.prototype as object)) return {}
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
  const plan = planIn(type, { components, enclosing: new Map() })
  const schema = slotSchema(
    { plan, constraints: [...constraints, ...inherited], nullable: type.nullable === true },
    components,
  )
  return isComputed ? { ...schema, readOnly: true } : schema
}
