import type { TypeInfo } from '../../../base/reflection/type-info.ts'
import type { ClientResponse, EventData } from '../model/response.ts'
import type { DecoderWriter } from './decoder-writer.ts'
import { alternatives, literalText } from '../types/type-syntax.ts'
import type { TypeWriter } from '../types/type-writer.ts'

/** Writes the type of the data of a response, or of one event. */
export function writeResponseType(response: ClientResponse, types: TypeWriter): string {
  if (response.kind === 'whole') return response.text
  if (response.kind === 'data') return writeData(response, types)
  const texts = response.events.map(({ type, names }) => {
    const data = types.write(type, 'response')
    if (!response.hasNames) return data
    return `runtime.NamedEvent<${data}${names ? `, ${alternatives(names.map(literalText))}` : ''}>`
  })
  return alternatives(texts)
}

/** Writes the type of returned data. */
export function writeData(
  { type, isOptional }: { readonly type: TypeInfo; readonly isOptional: boolean },
  types: TypeWriter,
): string {
  const text = types.write(type, 'response')
  return isOptional ? alternatives([text, 'undefined']) : text
}

/** Writes the code with which an operation reads its response; undefined if its JSON is not converted. */
export function writeReader(response: ClientResponse, decoders: DecoderWriter): string | undefined {
  if (response.kind === 'whole') return `read: runtime.${response.reader}`
  if (response.kind === 'data') {
    const code = decoders.write(response.type)
    return code && `data: ${code}`
  }
  const readers = response.events.flatMap(({ names = ['*'], ...event }) => {
    const code = eventCode(event, decoders)
    return response.hasNames ? names.map((name) => `${literalText(name)}: ${code}`) : [code]
  })
  const list = readers.join(', ')
  return `read: runtime.events(${response.hasNames ? `runtime.eventWhole({ ${list} })` : list})`
}

/** Writes the code that reads an event. Strings are sent unchanged, everything else as JSON. */
function eventCode({ type, isText }: EventData, decoders: DecoderWriter): string {
  return isText ? 'runtime.eventText' : `runtime.eventJson(${decoders.write(type) ?? ''})`
}
