import { isPromise, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { validateAddress } from '../../routing/validate-address.ts'
import type { PlatformRoute } from '../../http-kernel.ts'
import type { HttpError } from '../../message/http-error.ts'
import { isBodiless, isStream, Reply, type ReplyOrResponse } from '../../message/reply.ts'
import { dropBody } from '../../responses/without-body.ts'
import type { RequestHandler } from '../node/request-handler.ts'
import type { OpenEvents } from '../server/open-events.ts'
import { FetchRequest } from './fetch-request.ts'
import { toResponse } from './to-response.ts'

/**
 * Handles a web `Request`, synchronously if the kernel does. `info` is the second argument of the platform's handler;
 * `events` are the open event streams, which the server ends when it closes. Never throws and never rejects.
 */
export function handleFetch(
  handler: RequestHandler,
  request: Request,
  info: unknown,
  events?: OpenEvents,
): MaybePromise<Response> {
  const { url } = request
  const incoming = new FetchRequest(request, info, request.method, url, events)
  const addressError = validateHost(request, url)
  return finishResult(
    handler,
    incoming,
    addressError ? handler.refuse(addressError, incoming) : handler.handle(incoming),
  )
}

/**
 * Like `handleFetch`, for a request whose route was matched by the platform. Takes the decoded values of its
 * placeholders.
 */
export function handleMatched(
  handler: RequestHandler,
  { httpMethod, handle }: PlatformRoute,
  values: readonly string[],
  request: Request,
  info: unknown,
  events: OpenEvents,
): MaybePromise<Response> {
  const incoming = new FetchRequest(request, info, httpMethod, undefined, events)
  return finishResult(handler, incoming, handle(incoming, values))
}

function finishResult(
  handler: RequestHandler,
  request: FetchRequest,
  result: MaybePromise<ReplyOrResponse>,
): MaybePromise<Response> {
  return isPromise(result)
    ? result.then((settled) => finish(handler, request, settled))
    : finish(handler, request, result)
}

function finish(handler: RequestHandler, request: FetchRequest, result: ReplyOrResponse): Response {
  const response = respond(handler, request, result)
  return request.method === 'HEAD' && addsZeroLength ? withUnknownLength(response) : response
}

/**
 * Adds an empty stream to a HEAD response without `content-length`. Without a body, Deno and Bun would set
 * `content-length: 0`, even if GET has a body of unknown length.
 */
function withUnknownLength(response: Response): Response {
  const { status, body, headers } = response
  if (body !== null || isBodiless(status) || headers.has('content-length')) return response
  const emptyStream = new ReadableStream({ pull: (stream) => stream.close() }, { highWaterMark: 0 })
  return new Response(emptyStream, response)
}

/**
 * Converts the result of a kernel to a `Response`. A `Response` is returned unchanged if no listener waits for its end.
 */
function respond(
  handler: RequestHandler,
  request: FetchRequest,
  result: ReplyOrResponse,
): Response {
  if (!isStream(result.body)) request.markResponseComplete()
  if (!(result instanceof Reply || request.hasListeners)) return result
  try {
    return toResponse(request, result, handler)
  } catch (error) {
    dropBody(result)
    return toResponse(request, handler.recover(error, request), handler)
  }
}

const isDeno = 'Deno' in globalThis
const addsZeroLength = isDeno || 'Bun' in globalThis

/**
 * Returns an error if the host or scheme is invalid. Deno accepts invalid ones and changes the path; with Bun, the URL
 * is then only a path.
 */
function validateHost(request: Request, url: string): HttpError | undefined {
  if (!isDeno) return url.startsWith('/') ? validateAddress(hostOf(request), '') : undefined
  if (!/^https?:/iu.test(url)) return validateAddress(' ', '')
  const start = url.indexOf('://') + 3
  const end = url.indexOf('/', start)
  // A slash in an invalid host becomes part of the path. If the path has only one slash, the URL contains the whole
  // host, so the headers, which are slow to read, are not needed.
  const isHostComplete = end !== -1 && !url.includes('/', end + 1)
  return validateAddress(isHostComplete ? url.slice(start, end) : hostOf(request), '')
}

/** Deno's internal request object. */
interface InnerRequest {
  header?(name: string): string | null
}

let innerRequestKey: symbol | undefined

/**
 * Reads the `Host` header from Deno's internal object. Reading `headers` would list all headers and delay the response
 * by a turn of the event loop, which is an eighth of the time of a small request. A `Request` created in code has no
 * such object.
 */
function hostOf(request: Request): string {
  innerRequestKey ??= findInnerRequestKey(request)
  const innerRequest = (request as unknown as Record<symbol, InnerRequest | undefined>)[
    innerRequestKey
  ]
  return (innerRequest?.header ? innerRequest.header('host') : request.headers.get('host')) ?? ''
}

function findInnerRequestKey(request: Request): symbol {
  const keys = Object.getOwnPropertySymbols(request)
  return keys.find(({ description }) => description === 'request') ?? Symbol('none')
}
