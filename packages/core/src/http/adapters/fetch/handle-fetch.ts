import { isPromise, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { refuseAddress } from '../../routing/refuse-address.ts'
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
  const refused = refuseHost(request, url)
  return sent(
    handler,
    incoming,
    refused ? handler.refuse(refused, incoming) : handler.handle(incoming),
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
  return sent(handler, incoming, handle(incoming, values))
}

function sent(
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
  return request.method === 'HEAD' && declaresNoBody ? withUnknownLength(response) : response
}

/**
 * For a HEAD response without a body, Deno and Bun set `content-length: 0`, even if GET has a body of unknown length.
 */
function withUnknownLength(response: Response): Response {
  const { status, body, headers } = response
  if (body !== null || isBodiless(status) || headers.has('content-length')) return response
  const never = new ReadableStream({ pull: (stream) => stream.close() }, { highWaterMark: 0 })
  return new Response(never, response)
}

/**
 * Converts the result of a kernel to a `Response`. A `Response` is returned unchanged if no listener waits for its end.
 */
function respond(
  handler: RequestHandler,
  request: FetchRequest,
  result: ReplyOrResponse,
): Response {
  if (!isStream(result.body)) request.endReading()
  if (!(result instanceof Reply || request.hasListeners)) return result
  try {
    return toResponse(request, result, handler)
  } catch (error) {
    dropBody(result)
    return toResponse(request, handler.recover(error, request), handler)
  }
}

const isDeno = 'Deno' in globalThis
const declaresNoBody = isDeno || 'Bun' in globalThis

/**
 * Returns an error if the host or scheme is invalid. Deno accepts invalid ones and changes the path; with Bun, the URL
 * is then only a path.
 */
function refuseHost(request: Request, url: string): HttpError | undefined {
  if (!isDeno) return url.startsWith('/') ? refuseAddress(hostOf(request), '') : undefined
  if (!/^https?:/iu.test(url)) return refuseAddress(' ', '')
  const start = url.indexOf('://') + 3
  const end = url.indexOf('/', start)
  // An invalid host with a slash adds a second slash to the URL. Without a second slash, the URL is valid, so the
  // headers, which are slow to read, are not needed.
  const isCertain = end !== -1 && !url.includes('/', end + 1)
  return refuseAddress(isCertain ? url.slice(start, end) : hostOf(request), '')
}

/** Deno's internal request object. */
interface Served {
  header?(name: string): string | null
}

let servedKey: symbol | undefined

/**
 * Reads the `Host` header from Deno's internal object. Reading `headers` would list all headers and delay the response
 * by a turn of the event loop, an eighth of the time of a small request. A `Request` created in code has no such
 * object.
 */
function hostOf(request: Request): string {
  servedKey ??= keyOfServed(request)
  const served = (request as unknown as Record<symbol, Served | undefined>)[servedKey]
  return (served?.header ? served.header('host') : request.headers.get('host')) ?? ''
}

function keyOfServed(request: Request): symbol {
  const keys = Object.getOwnPropertySymbols(request)
  return keys.find(({ description }) => description === 'request') ?? Symbol('none')
}
