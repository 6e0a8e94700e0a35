import { isReflectable } from '../reflection/reflect.ts'
import type { Literal, TypeInfo } from '../reflection/type-info.ts'
import type { JsonSchema } from '../validation/json-schema.ts'
import { discriminatedKeywords } from '../validation/plans/union.ts'
import { responseProperties } from './response-properties.ts'

/** One of several types, told apart by a literal property where they have one. */
export function unionKeywords(
  members: readonly TypeInfo[],
  schemaOf: (type: TypeInfo) => JsonSchema,
): JsonSchema {
  const objects = members.filter(isObject)
  const others = members.filter((member) => !isObject(member)).map(schemaOf)
  const discriminator = objects.length > 1 ? findDiscriminator(objects) : undefined
  const schemas = discriminator
    ? [
        ...others,
        discriminatedKeywords(
          discriminator.name,
          objects.map((type, index) => ({
            schema: schemaOf(type),
            values: discriminator.values[index] ?? [],
          })),
        ),
      ]
    : members.map(schemaOf)
  if (schemas.some((schema) => Object.keys(schema).length === 0)) return {}
  return schemas.length === 1 ? (schemas[0] as JsonSchema) : { anyOf: schemas }
}

function isObject({ kind }: TypeInfo): boolean {
  return kind === 'class' || kind === 'object'
}

function findDiscriminator(
  objects: readonly TypeInfo[],
): { name: string; values: readonly (readonly Literal[])[] } | undefined {
  const [first = new Map(), ...rest] = objects.map(literalProperties)
  for (const name of first.keys()) {
    const values = [first, ...rest].map((properties) => properties.get(name) ?? [])
    const all = values.flat()
    const isComplete = values.every((each) => each.length > 0)
    if (isComplete && new Set(all).size === all.length) return { name, values }
  }
  return undefined
}

/** The properties that are always there with one of a few values. */
function literalProperties(type: TypeInfo): ReadonlyMap<string, readonly Literal[]> {
  return new Map(
    propertiesOf(type).flatMap(({ name, type, isRequired }) =>
      type.kind === 'enum' && isRequired && !type.nullable ? [[name, type.values]] : [],
    ),
  )
}

function propertiesOf(type: TypeInfo): { name: string; type: TypeInfo; isRequired: boolean }[] {
  if (type.kind === 'object') {
    return type.properties.map((property) => ({ ...property, isRequired: !property.optional }))
  }
  return type.kind === 'class' && type.class && isReflectable(type.class)
    ? responseProperties(type.class, type.typeArguments ?? [])
    : []
}
