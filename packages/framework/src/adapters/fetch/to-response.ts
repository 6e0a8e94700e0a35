import { isBodiless, isStream, Reply, type Answer } from '../../message/reply.ts'
import { isCloudflareWorker } from '../../platform/cloudflare-worker.ts'
import { withoutFraming } from '../../responses/declared-length.ts'
import { endingWith } from '../../responses/ending-with.ts'
import { sendsEvents } from '../../responses/stream-reply.ts'
import { dropBody } from '../../responses/without-body.ts'
import type { Answering } from '../node/fetch-handler.ts'
import type { FetchRequest } from './fetch-request.ts'
import { responseInit } from './write-json.ts'

/**
 * Converts the result of a kernel to a web `Response`, and reports its end to the listeners of the request. `asked` reports a stream
 * that fails. Throws if a status or header is invalid.
 */
export function toResponse(request: FetchRequest, answer: Answer, asked: Answering): Response {
  if (!(answer instanceof Reply)) return watched(request, answer)
  const { status, body } = answer
  // The platform sets the length of a body that is in memory.
  const isWhole = body !== null && !isStream(body)
  const pairs = isWhole ? withoutFraming(answer.headers) : answer.headers
  const init = responseInit(status, pairs)
  if (isStream(body) && !isBodiless(status)) {
    request.keepOpen()
    if (sendsEvents(request)) request.events?.add(request)
    const report = (error: unknown) => asked.recover(error, request)
    return new Response(watchedStream(request, status, body, report), init)
  }
  if (isStream(body)) dropBody(answer)
  const whole = isBodiless(status) || isStream(body) ? null : body
  const response = new Response(whole, init)
  if (request.hasListeners) sentSoon(request, status, whole)
  return response
}

function watched(request: FetchRequest, response: Response): Response {
  const { body, status } = response
  if (body)
    return new Response(
      watchedStream(request, status, body, () => {}),
      response,
    )
  sentSoon(request, status, null)
  return response
}

/** Reports the end of a response soon, because the platform does not report when it has sent a body. */
function sentSoon(
  request: FetchRequest,
  status: number,
  body: string | Uint8Array<ArrayBuffer> | null,
): void {
  const bytes = body === null ? 0 : Buffer.byteLength(body)
  // Read now, because Deno aborts the signal after the response was sent, even if the client is still connected.
  const { aborted } = request.clientSignal
  const tell = () => request.sent({ status, bytes, aborted })
  // Cloudflare does not run timers of a request after its response.
  if (isCloudflareWorker) queueMicrotask(tell)
  else setTimeout(tell)
}

function watchedStream(
  request: FetchRequest,
  status: number,
  body: ReadableStream<Uint8Array>,
  report: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  let bytes = 0
  return endingWith(
    body,
    (error, aborted) => {
      request.events?.delete(request)
      if (error !== undefined) report(error)
      request.endReading()
      request.sent({ status, bytes, aborted })
    },
    (piece) => {
      bytes += Buffer.byteLength(piece)
    },
  )
}
