import type { Writable } from 'node:stream'
import { isStream, type Answer } from '../../message/reply.ts'
import type { LambdaEvent, PayloadForm } from './event.ts'
import { counted, toHeaders } from './to-result.ts'

/** The global `awslambda` of Lambda's Node runtime. */
export interface LambdaRuntime {
  streamifyResponse(
    handler: (event: LambdaEvent, stream: Writable, context: unknown) => Promise<void>,
  ): unknown
  readonly HttpResponseStream: { from(stream: Writable, head: object): Writable }
}

/** Streams a response at the pace of the client. `pass` is called with each chunk. */
export async function streamAnswer(
  runtime: LambdaRuntime,
  stream: Writable,
  answer: Answer,
  form: PayloadForm,
  pass: (piece: Uint8Array) => void,
): Promise<void> {
  const head = { statusCode: answer.status, ...toHeaders(answer, form) }
  const out = runtime.HttpResponseStream.from(stream, head)
  const { body } = answer
  const source = isStream(body) ? counted(body, answer, pass) : wholeOf(body, pass)
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
