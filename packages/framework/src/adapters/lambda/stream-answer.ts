import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isStream, type Answer } from '../../message/reply.ts'
import type { LambdaEvent, PayloadForm } from './event.ts'
import { counted, toHeaders } from './to-result.ts'

/** What Lambda's Node runtime offers as the global `awslambda`. */
export interface LambdaRuntime {
  streamifyResponse(
    handler: (event: LambdaEvent, stream: Writable, context: unknown) => Promise<void>,
  ): unknown
  readonly HttpResponseStream: { from(stream: Writable, head: object): Writable }
}

/** Writes an answer as it comes, at the pace of the client. */
export async function streamAnswer(
  runtime: LambdaRuntime,
  stream: Writable,
  answer: Answer,
  form: PayloadForm,
): Promise<void> {
  const head = { statusCode: answer.status, ...toHeaders(answer, form) }
  const out = runtime.HttpResponseStream.from(stream, head)
  const { body } = answer
  const source = isStream(body)
    ? Readable.from(counted(body, answer))
    : Readable.from([Buffer.from(body ?? '')])
  await pipeline(source, out)
}
