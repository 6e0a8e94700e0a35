import type { BuiltinType } from './builtin-type.ts'

export const readableStream: BuiltinType = {
  mediaType: 'application/octet-stream',
  isStream: true,
  client: { whole: { type: 'ReadableStream<Uint8Array>', reader: 'byteStream' } },
}

/** An event stream. Generated clients have a separate type for operations that return one. */
export const asyncIterable: BuiltinType = { mediaType: 'text/event-stream', isStream: true }
