import { httpRequests, type HttpRequestMessage } from '../channels/channels.ts'
import { enterOperation, idOf, operationOf, type HttpRequest } from '../message/http-request.ts'

/** What asks how the application is, and is no request to it. */
export function isProbe({ path }: HttpRequest): boolean {
  return (path.startsWith('/health') || path === '/metrics') && probes.has(path)
}

const probes = new Set(['/health', '/health/live', '/health/ready', '/metrics'])

/** A class, so that what subscribers add to it has a place in the object. */
class Message implements HttpRequestMessage {
  readonly method: string
  readonly path: string
  route = '(none)'
  status = 0
  bytes = 0
  aborted = false
  requestId: string | undefined = undefined
  readonly request: HttpRequest
  error: unknown = undefined
  around: HttpRequestMessage['around'] = undefined

  constructor(request: HttpRequest) {
    this.method = request.method
    this.path = request.path
    this.request = request
  }
}

/** Answers a request that subscribers are told about. `answer` is given the message. */
export function traceRequest<T>(
  request: HttpRequest,
  answer: (message: HttpRequestMessage) => T,
): T {
  const message = new Message(request)
  enterOperation(request, message)
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
  const message = operationOf(request)
  if (message) httpRequests.fail(message as HttpRequestMessage, error)
}
