import type { Writable } from 'node:stream'
import { isStream, type ReplyOrResponse } from '../../message/reply.ts'
import type { LambdaEvent, PayloadForm } from './event.ts'
import { counted, toHeaders } from './to-result.ts'

/** The global `awslambda` of Lambda's Node runtime. */
export interface LambdaRuntime {
  streamifyResponse(
    handler: (event: LambdaEvent, stream: Writable, context: unknown) => Promise<void>,
  ): unknown
  readonly HttpResponseStream: { from(stream: Writable, head: object): Writable }
}

/** Streams a response no faster than the client reads it. `pass` is called with each chunk. */
export async function streamResponse(
  runtime: LambdaRuntime,
  stream: Writable,
  response: ReplyOrResponse,
  form: PayloadForm,
  pass: (piece: Uint8Array) => void,
): Promise<void> {
  const head = { statusCode: response.status, ...toHeaders(response, form) }
  const out = runtime.HttpResponseStream.from(stream, head)
  const { body } = response
  const source = isStream(body) ? counted(body, response, pass) : wholeOf(body, pass)
  // Importing the module would slow down cold starts.
  const { Readable, promises } = process.getBuiltinModule('node:stream')
  await promises.pipeline(Readable.from(source), out)
}

function wholeOf(
  body: string | Uint8Array<ArrayBuffer> | null,
  pass: (piece: Uint8Array) => void,
): [Buffer] {
  const whole = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body ?? [])
  pass(whole)
  return [whole]
}
