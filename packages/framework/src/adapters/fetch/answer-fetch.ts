import { refuseAddress } from '../../http/routing/refuse-address.ts'
import type { FoundRoute } from '../../http/http-kernel.ts'
import type { HttpError } from '../../message/http-error.ts'
import { isBodiless, isStream, Reply, type Answer } from '../../message/reply.ts'
import { dropBody } from '../../responses/without-body.ts'
import type { Answering } from '../node/fetch-handler.ts'
import type { OpenEvents } from '../open-events.ts'
import { FetchRequest } from './fetch-request.ts'
import { toResponse } from './to-response.ts'

/**
 * Handles a web `Request`, synchronously if the kernel does. `info` is the second argument of the platform's handler;
 * `events` are the series of events that the server ends. Never throws and never rejects.
 */
export function answerFetch(
  asked: Answering,
  request: Request,
  info: unknown,
  events?: OpenEvents,
): Response | Promise<Response> {
  const { url } = request
  const incoming = new FetchRequest(request, info, request.method, url, events)
  const refused = refuseHost(request, url)
  return sent(asked, incoming, refused ? asked.refuse(refused, incoming) : asked.handle(incoming))
}

/**
 * Like `answerFetch`, for a request whose route the platform has matched, with the decoded values of its placeholders.
 */
export function answerFound(
  asked: Answering,
  { httpMethod, answer }: FoundRoute,
  values: readonly string[],
  request: Request,
  info: unknown,
  events: OpenEvents,
): Response | Promise<Response> {
  const incoming = new FetchRequest(request, info, httpMethod, undefined, events)
  return sent(asked, incoming, answer(incoming, values))
}

function sent(
  asked: Answering,
  request: FetchRequest,
  answer: Answer | Promise<Answer>,
): Response | Promise<Response> {
  return answer instanceof Promise
    ? answer.then((settled) => finish(asked, request, settled))
    : finish(asked, request, answer)
}

function finish(asked: Answering, request: FetchRequest, answer: Answer): Response {
  const response = respond(asked, request, answer)
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

/** Converts the result of a kernel to a `Response`. A `Response` is returned unchanged if there are no listeners for its end. */
function respond(asked: Answering, request: FetchRequest, answer: Answer): Response {
  if (!isStream(answer.body)) request.endReading()
  if (!(answer instanceof Reply || request.hasListeners)) return answer
  try {
    return toResponse(request, answer, asked)
  } catch (error) {
    dropBody(answer)
    return toResponse(request, asked.recover(error, request), asked)
  }
}

const isDeno = 'Deno' in globalThis
const declaresNoBody = isDeno || 'Bun' in globalThis

/** Returns an error for an invalid host or scheme. Deno accepts both and changes the path; Bun's URL is only a path. */
function refuseHost(request: Request, url: string): HttpError | undefined {
  if (!isDeno) return url.startsWith('/') ? refuseAddress(hostOf(request), '') : undefined
  if (!/^https?:/iu.test(url)) return refuseAddress(' ', '')
  const start = url.indexOf('://') + 3
  const end = url.indexOf('/', start)
  // An invalid host with a slash adds a second slash to the URL. Without one, the URL is enough and the headers, which
  // are slow to read, are not needed.
  const isCertain = end !== -1 && !url.includes('/', end + 1)
  return refuseAddress(isCertain ? url.slice(start, end) : hostOf(request), '')
}

/** Deno's internal object of a request. */
interface Served {
  header?(name: string): string | null
}

let servedKey: symbol | undefined

/**
 * Reads the `Host` header from Deno's internal object. Reading `headers` would list all of them and delay the response
 * by a turn, an eighth of the time of a small one. A `Request` that code has created has no such object.
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
