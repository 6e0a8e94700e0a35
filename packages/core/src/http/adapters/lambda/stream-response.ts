import type { Writable } from 'node:stream'
import { isStream, type ReplyOrResponse } from '../../message/reply.ts'
import type { LambdaEvent, PayloadFormat } from './event.ts'
import { readChunks, toHeaders } from './to-result.ts'

/** The global `awslambda` of Lambda's Node runtime. */
export interface LambdaRuntime {
  streamifyResponse(
    handler: (event: LambdaEvent, stream: Writable, context: unknown) => Promise<void>,
  ): unknown
  readonly HttpResponseStream: { from(stream: Writable, head: object): Writable }
}

/** Streams a response no faster than the client reads it. `onChunk` is called with each chunk. */
export async function streamResponse(
  runtime: LambdaRuntime,
  stream: Writable,
  response: ReplyOrResponse,
  format: PayloadFormat,
  onChunk: (chunk: Uint8Array) => void,
): Promise<void> {
  const head = { statusCode: response.status, ...toHeaders(response, format) }
  const out = runtime.HttpResponseStream.from(stream, head)
  const { body } = response
  const source = isStream(body) ? readChunks(body, response, onChunk) : bufferBody(body, onChunk)
  // Importing the module would slow down cold starts.
  const { Readable, promises } = process.getBuiltinModule('node:stream')
  await promises.pipeline(Readable.from(source), out)
}

function bufferBody(
  body: string | Uint8Array<ArrayBuffer> | null,
  onChunk: (chunk: Uint8Array) => void,
): [Buffer] {
  const buffer = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body ?? [])
  onChunk(buffer)
  return [buffer]
}
