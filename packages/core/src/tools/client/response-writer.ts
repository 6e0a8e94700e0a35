import { PaginatedItemAttribute } from '../../features/openapi/decorators.ts'
import { dataOf } from '../../features/openapi/returned-schema.ts'
import type { Route } from '../../http/routing/route.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'
import { builtins } from '../../data/builtins/builtins.ts'
import { SseEvent } from '../../http/responses/sse-event.ts'
import type { DecoderWriter } from './decoder-writer.ts'
import { alternatives, literalText } from './type-syntax.ts'
import type { TypeWriter } from './type-writer.ts'

/** The written result of an operation. */
export interface WrittenResponse {
  readonly kind: 'data' | 'stream'
  /** The type of the data, or of one event. */
  readonly text: string
  readonly parts: readonly string[]
  /** True if the method declares no return type. */
  readonly isUndeclared: boolean
}

export function writeResponse(
  { declaration: { method } }: Route,
  types: TypeWriter,
  decoders: DecoderWriter,
): WrittenResponse {
  const { returns, returnsOptional, repliesOnly, attributes } = method
  const known = { kind: 'data', isUndeclared: false, parts: [] } as const
  if (!returns) {
    return repliesOnly
      ? { ...known, text: 'Response', parts: ['read: runtime.whole'] }
      : { ...known, text: 'unknown', parts: ['read: runtime.anything'], isUndeclared: true }
  }
  if (returns.kind === 'void')
    return { ...known, text: 'undefined', parts: ['read: runtime.nothing'] }
  const data = dataOf(returns)
  if (!data) return writeReply(returns, types, decoders)
  const item = attributes.find((use) => use instanceof PaginatedItemAttribute)?.item()
  const type: TypeInfo =
    item && data.kind === 'class'
      ? { ...data, typeArguments: [{ kind: 'class', name: item.name, class: item }] }
      : data
  const text = types.write(type, 'response')
  const code = decoders.write(type)
  return {
    ...known,
    text: returnsOptional ? alternatives([text, 'undefined']) : text,
    parts: code === undefined ? [] : [`data: ${code}`],
  }
}

function writeReply(type: TypeInfo, types: TypeWriter, decoders: DecoderWriter): WrittenResponse {
  const known = { kind: 'data', isUndeclared: false } as const
  if (type.kind === 'builtin') {
    const whole = builtins[type.name].client?.whole
    if (whole) return { ...known, text: whole.type, parts: [`read: runtime.${whole.reader}`] }
    if (type.name === 'AsyncIterable') {
      const [event = { kind: 'unknown' } as const] = type.typeArguments ?? []
      return { ...writeEvents(event, types, decoders), kind: 'stream', isUndeclared: false }
    }
  }
  return { ...known, text: 'Response', parts: ['read: runtime.whole'] }
}

function writeEvents(
  type: TypeInfo,
  types: TypeWriter,
  decoders: DecoderWriter,
): Pick<WrittenResponse, 'text' | 'parts'> {
  const members = type.kind === 'union' ? type.members : [type]
  const whole = members.flatMap((member) => {
    if (member.kind !== 'class' || member.class !== SseEvent) return []
    const [data = { kind: 'unknown' } as const, name] = member.typeArguments ?? []
    return [{ data, names: name?.kind === 'enum' ? name.values.map(String) : undefined }]
  })
  if (whole.length < members.length) {
    return {
      text: types.write(type, 'response'),
      parts: [`read: runtime.events(${eventCode(type, decoders)})`],
    }
  }
  const readers = whole.flatMap(({ data, names = ['*'] }) =>
    names.map((name) => `${literalText(name)}: ${eventCode(data, decoders)}`),
  )
  const texts = whole.map(({ data, names }) => {
    const name = names ? `, ${alternatives(names.map(literalText))}` : ''
    return `runtime.NamedEvent<${types.write(data, 'response')}${name}>`
  })
  return {
    text: alternatives(texts),
    parts: [`read: runtime.events(runtime.eventWhole({ ${readers.join(', ')} }))`],
  }
}

/** Returns the reader of an event. Strings are sent unchanged, everything else as JSON. */
function eventCode(type: TypeInfo, decoders: DecoderWriter): string {
  if (isText(type)) return 'runtime.eventText'
  return `runtime.eventJson(${decoders.write(type) ?? ''})`
}

function isText(type: TypeInfo): boolean {
  if (type.kind === 'enum') return type.values.some((value) => typeof value === 'string')
  if (type.kind === 'union') return type.members.some(isText)
  return type.kind === 'string' || type.kind === 'template'
}
