import type { JsonSchema } from '../../../data/validation/json-schema.ts'
import { alternatives, literalText, memberText } from './type-syntax.ts'

/** A resolver for scalars, which contain no references. */
export const withoutReferences = {
  referenceTo: () => ({}),
  referenceToType: (_type: unknown, create: () => JsonSchema) => create(),
  resolve: () => ({}),
}

/** Returns the TypeScript type of the values of a JSON Schema. `resolve` finds referenced schemas. */
export function schemaType(
  schema: JsonSchema,
  resolve: (reference: string) => JsonSchema | undefined,
  enclosing: readonly string[] = [],
): string {
  const of = (inner: unknown) => schemaType(inner as JsonSchema, resolve, enclosing)
  const { $ref, anyOf, oneOf, allOf, type } = schema
  if (typeof $ref === 'string') {
    const found = enclosing.includes($ref) ? undefined : resolve($ref)
    return found ? schemaType(found, resolve, [...enclosing, $ref]) : 'unknown'
  }
  if ('const' in schema) return literalText(schema['const'])
  if (Array.isArray(schema['enum'])) return alternatives(schema['enum'].map(literalText))
  const either = anyOf ?? oneOf
  if (Array.isArray(either)) return alternatives(either.map(of))
  if (Array.isArray(allOf)) {
    const parts = allOf.map(of).map((text) => (text.includes(' | ') ? `(${text})` : text))
    return [...parts, ...(schema['properties'] ? [objectText(schema, of)] : [])].join(' & ')
  }
  if (Array.isArray(type)) return alternatives(type.map((each) => of({ ...schema, type: each })))
  return typedText(schema, of)
}

function typedText(schema: JsonSchema, of: (inner: unknown) => string): string {
  const { type, items, prefixItems } = schema
  switch (type) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'null':
      return type
    case 'integer':
      return 'number'
    case 'array':
      if (Array.isArray(prefixItems)) return tupleText(schema, prefixItems, of)
      return `Array<${items ? of(items) : 'unknown'}>`
    case 'object':
      return objectText(schema, of)
    default:
      return 'unknown'
  }
}

function tupleText(
  { minItems = 0, items }: JsonSchema,
  prefixItems: readonly unknown[],
  of: (inner: unknown) => string,
): string {
  const parts = prefixItems.map((each, index) =>
    index < (minItems as number) ? of(each) : `(${of(each)})?`,
  )
  return `[${[...parts, ...(items ? [`...Array<${of(items)}>`] : [])].join(', ')}]`
}

function objectText(schema: JsonSchema, of: (inner: unknown) => string): string {
  const { properties, additionalProperties, required = [] } = schema
  const names = new Set(required as readonly string[])
  const parts = Object.entries((properties ?? {}) as Record<string, unknown>).map(([name, each]) =>
    memberText(name, of(each), names.has(name)),
  )
  if (parts.length === 0) {
    const values = additionalProperties && additionalProperties !== true
    return `Record<string, ${values ? of(additionalProperties) : 'unknown'}>`
  }
  return `{ ${parts.join('; ')} }`
}
