import { httpRequests, type HttpRequestMessage } from '../channels/channels.ts'
import { idOf, type HttpRequest } from '../message/http-request.ts'

const underway = new WeakMap<HttpRequest, HttpRequestMessage>()

const probes = new Set(['/health', '/health/live', '/health/ready', '/metrics'])

/** What asks how the application is, and is no request to it. */
export function isProbe({ path }: HttpRequest): boolean {
  return probes.has(path)
}

/** Answers a request that subscribers are told about. `answer` is given the message. */
export function traceRequest<T>(
  request: HttpRequest,
  answer: (message: HttpRequestMessage) => T,
): T {
  const message: HttpRequestMessage = {
    method: request.method,
    path: request.path,
    route: '(none)',
    status: 0,
    bytes: 0,
    aborted: false,
    request,
  }
  underway.set(request, message)
  request.onSent(({ status, bytes, aborted }) => {
    message.status = status
    message.bytes = bytes
    message.aborted = aborted
    message.requestId = idOf(request)
    httpRequests.finish(message)
  })
  return httpRequests.begin(message, () => answer(message))
}

/** Tells subscribers what a request has failed with. */
export function traceFailure(request: HttpRequest, error: unknown): void {
  const message = underway.get(request)
  if (message) httpRequests.fail(message, error)
}
