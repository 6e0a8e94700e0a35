import { Reply } from '../../http/message/reply.ts'
import type { MethodReflection } from '../../base/reflection/class-reflection.ts'
import { isReflectable, reflect } from '../../base/reflection/reflect.ts'
import type { Class, TypeInfo } from '../../base/reflection/type-info.ts'
import { builtins } from '../../data/builtins/builtins.ts'
import { dataTypeOf, membersOf, statusOf } from '../../http/responses/reply-type.ts'
import type { SchemaComponents } from '../../data/schema/components.ts'
import { responseSchema } from '../../data/schema/response-schema.ts'
import type { JsonSchema } from '../../data/validation/json-schema.ts'
import { PaginatedItemAttribute } from './decorators.ts'

/**
 * Returns the schema of the data that a method returns with the status of its route; undefined if the return type
 * does not describe data.
 */
export function returnedSchema(
  { returns, attributes }: MethodReflection,
  components: SchemaComponents,
): JsonSchema | undefined {
  const data = returns && dataOf(returns, (status) => status === undefined)
  if (!data) return undefined
  const item = attributes.find((use) => use instanceof PaginatedItemAttribute)?.item()
  const schema = item ? pageSchema(data, item, components) : responseSchema(data, components)
  return isUntyped(schema) ? undefined : schema
}

/** Returns the data types of the replies that declare a status, by status. */
export function dataByStatus(returns: TypeInfo | undefined): ReadonlyMap<number, TypeInfo> {
  const statuses = returns ? membersOf(returns).flatMap((member) => statusOf(member) ?? []) : []
  return new Map(
    statuses.map((status) => {
      const data = returns && dataOf(returns, (each) => each === status)
      return [status, data ?? { kind: 'unknown' }]
    }),
  )
}

/**
 * Returns the type of the data that a method returns; undefined if there is no data. Streams and
 * `Reply` are left out; `Reply<T>` and `Reply<T, 201>` count as `T`. `selects` chooses data by the
 * declared status, such as 201. Default: no status, or one below 300.
 */
export function dataOf(
  type: TypeInfo,
  selects: (status: number | undefined) => boolean = (status = 200) => status < 300,
): TypeInfo | undefined {
  const members = membersOf(type)
  const data = members.flatMap((member) => {
    const carried = dataTypeOf(member) ?? member
    const isData = carried.kind !== 'void' && !isReply(carried)
    return isData && selects(statusOf(member)) ? [carried] : []
  })
  if (data.length === members.length && data.every((each, index) => each === members[index])) {
    return type
  }
  const nullable = (type.nullable || data.some((each) => each.nullable)) && {
    nullable: true as const,
  }
  if (data.length > 1) return { kind: 'union', members: data, ...nullable }
  return data[0] && { ...data[0], ...nullable }
}

/** True if a type is a response or a stream, not data. */
export function isReply(type: TypeInfo): boolean {
  if (type.kind === 'builtin') {
    const { jsonType, mediaType } = builtins[type.name]
    return jsonType === undefined || mediaType !== undefined
  }
  if (type.kind !== 'class' || !type.class) return false
  return type.class === Reply || type.class.prototype instanceof Reply
}

/** Returns the schema of a page whose `data` contains instances of `item`. */
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

/** True if a schema specifies no types: it is empty, or describes a list or an object with values of unknown type. */
function isUntyped({ items, additionalProperties, ...rest }: JsonSchema): boolean {
  const inner = (items ?? additionalProperties) as JsonSchema | undefined
  if (inner === undefined) return Object.keys(rest).length === 0
  return Object.keys(rest).length === 1 && Object.keys(inner).length === 0
}
