import { isBodiless, isStream, Reply, type ReplyOrResponse } from '../../message/reply.ts'
import { isCloudflareWorker } from '../../../base/platform/cloudflare-worker.ts'
import { withoutFraming } from '../../responses/declared-length.ts'
import { endingWith } from '../../responses/ending-with.ts'
import { sendsEvents } from '../../responses/stream-reply.ts'
import { dropBody } from '../../responses/without-body.ts'
import type { RequestHandler } from '../node/request-handler.ts'
import type { FetchRequest } from './fetch-request.ts'
import { responseInit } from './write-json.ts'

/**
 * Converts the result of a kernel to a web `Response`, and notifies the listeners of the request when it ends. `asked`
 * reports the error if a stream fails. Throws if a status or header is invalid.
 */
export function toResponse(
  request: FetchRequest,
  result: ReplyOrResponse,
  handler: RequestHandler,
): Response {
  if (!(result instanceof Reply)) return watched(request, result)
  const { status, body } = result
  // If the body is in memory, the platform sets its length.
  const isWhole = body !== null && !isStream(body)
  const pairs = isWhole ? withoutFraming(result.headers) : result.headers
  const init = responseInit(status, pairs)
  if (isStream(body) && !isBodiless(status)) {
    request.keepOpen()
    if (sendsEvents(request)) request.events?.add(request)
    const report = (error: unknown) => handler.recover(error, request)
    return new Response(watchedStream(request, status, body, report), init)
  }
  if (isStream(body)) dropBody(result)
  const whole = isBodiless(status) || isStream(body) ? null : body
  const response = new Response(whole, init)
  if (request.hasListeners) notifyLater(request, status, whole)
  return response
}

function watched(request: FetchRequest, response: Response): Response {
  const { body, status } = response
  if (body)
    return new Response(
      watchedStream(request, status, body, () => {}),
      response,
    )
  notifyLater(request, status, null)
  return response
}

/**
 * Reports the end of a response in the next turn of the event loop, because the platform does not report when it has
 * sent a body.
 */
function notifyLater(
  request: FetchRequest,
  status: number,
  body: string | Uint8Array<ArrayBuffer> | null,
): void {
  const bytes = body === null ? 0 : Buffer.byteLength(body)
  // Read immediately, because Deno aborts the signal after the response was sent, even if the client is still
  // connected.
  const { aborted } = request.clientSignal
  const notify = () => request.sent({ status, bytes, aborted })
  // Cloudflare runs no timers of a request after its response.
  if (isCloudflareWorker) queueMicrotask(notify)
  else setTimeout(notify)
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
