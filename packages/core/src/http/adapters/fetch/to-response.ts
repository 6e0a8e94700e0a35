import { isBodiless, isStream, Reply, type ReplyOrResponse } from '../../message/reply.ts'
import { isCloudflareWorker } from '../../../base/platform/cloudflare-worker.ts'
import { withoutFraming } from '../../responses/declared-length.ts'
import { withEndCallback } from '../../responses/with-end-callback.ts'
import { sendsEvents } from '../../responses/stream-reply.ts'
import { dropBody } from '../../responses/without-body.ts'
import type { RequestHandler } from '../node/request-handler.ts'
import type { FetchRequest } from './fetch-request.ts'
import { responseInit } from './write-json.ts'

/**
 * Converts the result of a kernel to a web `Response`, and notifies the listeners of the request when the response
 * ends. `handler` reports the error if the stream of a `Reply` fails. Throws if a status or header is invalid.
 */
export function toResponse(
  request: FetchRequest,
  result: ReplyOrResponse,
  handler: RequestHandler,
): Response {
  if (!(result instanceof Reply)) return observedResponse(request, result)
  const { status, body } = result
  // If the body is in memory, the platform sets its length.
  const isBuffered = body !== null && !isStream(body)
  const pairs = isBuffered ? withoutFraming(result.headers) : result.headers
  const init = responseInit(status, pairs)
  if (isStream(body) && !isBodiless(status)) {
    request.keepOpen()
    if (sendsEvents(request)) request.events?.add(request)
    const report = (error: unknown) => handler.recover(error, request)
    return new Response(observedStream(request, status, body, report), init)
  }
  if (isStream(body)) dropBody(result)
  const bufferedBody = isBodiless(status) || isStream(body) ? null : body
  const response = new Response(bufferedBody, init)
  if (request.hasListeners) notifyLater(request, status, bufferedBody)
  return response
}

function observedResponse(request: FetchRequest, response: Response): Response {
  const { body, status } = response
  if (body)
    return new Response(
      observedStream(request, status, body, () => {}),
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

function observedStream(
  request: FetchRequest,
  status: number,
  body: ReadableStream<Uint8Array>,
  report: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  let bytes = 0
  return withEndCallback(
    body,
    (error, aborted) => {
      request.events?.delete(request)
      if (error !== undefined) report(error)
      request.markResponseComplete()
      request.sent({ status, bytes, aborted })
    },
    (chunk) => {
      bytes += Buffer.byteLength(chunk)
    },
  )
}
