import { JsonReply, Reply } from '../message/reply.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'
import { jsonFormOf, type ToJsonForm } from '../../data/schema/json-form.ts'
import { dataTypeOf, membersOf, statusOf } from './reply-type.ts'
import { SseEvent, type SseEventOptions } from './sse-event.ts'

/**
 * Returns a function that converts responses of a declared type to JSON values: data, the data of a `Reply`, or each
 * event of a stream. Returns undefined if no conversion is needed.
 */
export function responseForm(type: TypeInfo): ToJsonForm | undefined {
  const members = membersOf(type)
  const plain = dataForm(members.filter((member) => !isReply(member)))
  const ofReply = replyForm(members.filter(isReply))
  if (!plain && !ofReply) return undefined
  return (value) => {
    if (!(value instanceof JsonReply)) return plain ? plain(value) : value
    const form = ofReply?.(value.status)
    return form ? value.inForm(form) : value
  }
}

function isReply(type: TypeInfo): boolean {
  return type.kind === 'class' && type.class === Reply
}

/** Returns the conversion for data and events. */
function dataForm(members: readonly TypeInfo[]): ToJsonForm | undefined {
  const all = members.flatMap((member) => membersOf(eventOf(member) ?? member))
  const plain = formOf(all.filter((member) => !isSseEvent(member)))
  const forms = new Map(all.flatMap(eventDataForms))
  if (forms.size === 0) return plain
  return (value) => {
    if (!(value instanceof SseEvent)) return plain ? plain(value) : value
    const form = forms.get(value.event) ?? forms.get(undefined)
    return form ? new SseEvent(form(value.data), value as SseEventOptions) : value
  }
}

/** Returns the type of the events of an `AsyncIterable`. */
function eventOf(type: TypeInfo): TypeInfo | undefined {
  return type.kind === 'builtin' && type.name === 'AsyncIterable'
    ? type.typeArguments?.[0]
    : undefined
}

function isSseEvent(type: TypeInfo): boolean {
  return type.kind === 'class' && type.class === SseEvent
}

/** Returns the conversions for the data of an `SseEvent`, each with its event name. */
function eventDataForms(type: TypeInfo): (readonly [string | undefined, ToJsonForm])[] {
  if (type.kind !== 'class' || type.class !== SseEvent) return []
  const [data, name] = type.typeArguments ?? []
  const form = data && jsonFormOf(data)
  if (!form) return []
  return (name?.kind === 'enum' ? name.values.map(String) : [undefined]).map((each) => [each, form])
}

/** Returns the conversions for the data of replies, by status. For a status that is not declared, all of them apply. */
function replyForm(
  replies: readonly TypeInfo[],
): ((status: number) => ToJsonForm | undefined) | undefined {
  const formForStatus = (matches: (status: number | undefined) => boolean) =>
    formOf(
      replies.filter((each) => matches(statusOf(each))).flatMap((each) => dataTypeOf(each) ?? []),
    )
  const ofAll = formForStatus(() => true)
  if (!ofAll) return undefined
  const statuses = new Set(replies.flatMap((each) => statusOf(each) ?? []))
  const byStatus = new Map(
    [...statuses].map((status) => [
      status,
      formForStatus((each) => each === status || each === undefined),
    ]),
  )
  return (status) => (byStatus.has(status) ? byStatus.get(status) : ofAll)
}

function formOf(types: readonly TypeInfo[]): ToJsonForm | undefined {
  const [first, ...others] = types
  if (!first) return undefined
  return jsonFormOf(others.length > 0 ? { kind: 'union', members: types } : first)
}
