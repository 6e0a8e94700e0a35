import { PaginatedItemAttribute } from '../../../features/openapi/decorators.ts'
import { dataOf } from '../../../features/openapi/returned-schema.ts'
import type { MethodReflection } from '../../../base/reflection/class-reflection.ts'
import type { TypeInfo } from '../../../base/reflection/type-info.ts'
import { builtins } from '../../../data/builtins/builtins.ts'
import { SseEvent } from '../../../http/responses/sse-event.ts'

/** The response of an operation. */
export type ClientResponse =
  | { readonly kind: 'data'; readonly type: TypeInfo; readonly isOptional: boolean }
  /** With `hasNames`, the client also reads the names and ids of events. Without it, all events have the same type. */
  | { readonly kind: 'events'; readonly events: readonly EventData[]; readonly hasNames: boolean }
  /** A response without declared data, and the runtime function that reads it. */
  | { readonly kind: 'whole'; readonly text: string; readonly reader: string }

export interface EventData {
  readonly type: TypeInfo
  /** True if the data is a string that is sent unchanged, not as JSON. */
  readonly isText: boolean
  /** The possible event names; undefined if an event can have any name. */
  readonly names?: readonly string[] | undefined
}

const whole: ClientResponse = { kind: 'whole', text: 'Response', reader: 'whole' }

/** Returns the response of the operation of a method. */
export function createResponse({
  returns,
  returnsOptional,
  repliesOnly,
  attributes,
}: MethodReflection): ClientResponse {
  if (!returns) return repliesOnly ? whole : { kind: 'whole', text: 'unknown', reader: 'anything' }
  if (returns.kind === 'void') return { kind: 'whole', text: 'undefined', reader: 'nothing' }
  const data = dataOf(returns)
  if (!data) return createReply(returns)
  const item = attributes.find((use) => use instanceof PaginatedItemAttribute)?.item()
  const type: TypeInfo =
    item && data.kind === 'class'
      ? { ...data, typeArguments: [{ kind: 'class', name: item.name, class: item }] }
      : data
  return { kind: 'data', type, isOptional: returnsOptional }
}

/** Returns the types of the data of a response. */
export function dataTypes(response: ClientResponse): readonly TypeInfo[] {
  if (response.kind === 'data') return [response.type]
  return response.kind === 'events' ? response.events.map(({ type }) => type) : []
}

function createReply(type: TypeInfo): ClientResponse {
  if (type.kind !== 'builtin') return whole
  const form = builtins[type.name].client?.whole
  if (form) return { kind: 'whole', text: form.type, reader: form.reader }
  if (type.name !== 'AsyncIterable') return whole
  const [event = { kind: 'unknown' } as const] = type.typeArguments ?? []
  return createEvents(event)
}

function createEvents(type: TypeInfo): ClientResponse {
  const members = type.kind === 'union' ? type.members : [type]
  const events = members.flatMap((member) => {
    if (member.kind !== 'class' || member.class !== SseEvent) return []
    const [data = { kind: 'unknown' } as const, name] = member.typeArguments ?? []
    const names = name?.kind === 'enum' ? name.values.map(String) : undefined
    return [{ type: data, isText: isText(data), names }]
  })
  const hasNames = events.length === members.length
  return { kind: 'events', events: hasNames ? events : [{ type, isText: isText(type) }], hasNames }
}

function isText(type: TypeInfo): boolean {
  if (type.kind === 'enum') return type.values.some((value) => typeof value === 'string')
  if (type.kind === 'union') return type.members.some(isText)
  return type.kind === 'string' || type.kind === 'template'
}
