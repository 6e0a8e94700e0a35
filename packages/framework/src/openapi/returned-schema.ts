import { Reply } from '../message/reply.ts'
import type { MethodReflection } from '../reflection/reflect.ts'
import { isReflectable, reflect } from '../reflection/reflect.ts'
import { isData, type Class, type TypeInfo } from '../reflection/type-info.ts'
import type { SchemaComponents } from '../schema/components.ts'
import { responseSchema } from '../schema/response-schema.ts'
import type { JsonSchema } from '../validation/schema/json-schema.ts'
import { PaginatedItemAttribute } from './attributes.ts'

/** The schema of the data that a method returns; undefined where its type says nothing about data. */
export function returnedSchema(
  { returns, attributes }: MethodReflection,
  components: SchemaComponents,
): JsonSchema | undefined {
  const data = returns && dataOf(returns)
  if (!data) return undefined
  const item = attributes.find((use) => use instanceof PaginatedItemAttribute)?.item()
  const schema = item ? pageSchema(data, item, components) : responseSchema(data, components)
  return saysNothing(schema) ? undefined : schema
}

/** The type without the replies that a method may return in the place of data. */
export function dataOf(type: TypeInfo): TypeInfo | undefined {
  if (type.kind === 'void' || isReply(type)) return undefined
  if (type.kind !== 'union') return type
  const members = type.members.filter((member) => member.kind !== 'void' && !isReply(member))
  if (members.length === type.members.length) return type
  const nullable = type.nullable && { nullable: true as const }
  if (members.length > 1) return { kind: 'union', members, ...nullable }
  return members[0] && { ...members[0], ...nullable }
}

/** Whether a type is an answer, or a stream of one, and not data. */
export function isReply(type: TypeInfo): boolean {
  // Bytes are sent as they are.
  if (type.kind === 'builtin') return !isData(type) || type.name === 'Uint8Array'
  if (type.kind !== 'class' || !type.class) return false
  return type.class === Reply || type.class.prototype instanceof Reply
}

/** A page whose `data` holds instances of `item`. */
function pageSchema(type: TypeInfo, item: Class, components: SchemaComponents): JsonSchema {
  const itemType = { kind: 'class', name: item.name, class: item } as const
  if (type.kind === 'class' && type.class && isGeneric(type.class)) {
    return responseSchema({ ...type, typeArguments: [itemType] }, components)
  }
  const data = { type: 'array', items: responseSchema(itemType, components) }
  return { allOf: [responseSchema(type, components), { type: 'object', properties: { data } }] }
}

function isGeneric(target: Class): boolean {
  return isReflectable(target) && reflect(target).typeParameters.length > 0
}

/** Whether a schema tells no more than that there are values. */
function saysNothing({ items, additionalProperties, ...rest }: JsonSchema): boolean {
  const inner = (items ?? additionalProperties) as JsonSchema | undefined
  if (inner === undefined) return Object.keys(rest).length === 0
  return Object.keys(rest).length === 1 && Object.keys(inner).length === 0
}
