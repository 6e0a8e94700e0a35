import { isReflectable } from '../../base/reflection/reflect.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'
import type { JsonSchema } from '../validation/json-schema.ts'
import {
  discriminatedKeywords,
  findDiscriminator,
  type LiteralProperties,
} from '../validation/plans/union.ts'
import { responseProperties } from './response-properties.ts'

/** Returns the schema of a union, with the literal property that distinguishes its members, if any. */
export function unionKeywords(
  members: readonly TypeInfo[],
  schemaOf: (type: TypeInfo) => JsonSchema,
): JsonSchema {
  const objects = members.filter(isObject)
  const others = members.filter((member) => !isObject(member)).map(schemaOf)
  const discriminator = objects.length > 1 ? discriminatorOf(objects) : undefined
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

/**
 * Returns the property that distinguishes the objects of a union in responses, with the literals of each; undefined if
 * there is no such property.
 */
export function discriminatorOf(
  objects: readonly TypeInfo[],
): ReturnType<typeof findDiscriminator> {
  return findDiscriminator(objects.map(literalProperties))
}

function isObject({ kind }: TypeInfo): boolean {
  return kind === 'class' || kind === 'object'
}

function literalProperties(type: TypeInfo): LiteralProperties {
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
