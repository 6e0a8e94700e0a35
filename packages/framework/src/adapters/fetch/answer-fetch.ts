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
 * Answers a web `Request`, at once where the kernel does; `info` is what the platform gives beside it, and `events` are those
 * that the server ends. Never throws and never rejects.
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

/** The same for a request whose route the platform has found, with the decoded values of its placeholders. */
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

/** For a HEAD response without a body, Deno and Bun declare a length of 0, also if GET has a body of unknown length. */
function withUnknownLength(response: Response): Response {
  const { status, body, headers } = response
  if (body !== null || isBodiless(status) || headers.has('content-length')) return response
  const never = new ReadableStream({ pull: (stream) => stream.close() }, { highWaterMark: 0 })
  return new Response(never, response)
}

/** A `Response` passes through untouched where nobody waits for its end. */
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

/** Of a host that makes no address Deno makes another path, and Bun a URL that is only a path. Deno takes all schemes. */
function refuseHost(request: Request, url: string): HttpError | undefined {
  if (!isDeno) return url.startsWith('/') ? refuseAddress(hostOf(request), '') : undefined
  if (!/^https?:/iu.test(url)) return refuseAddress(' ', '')
  const start = url.indexOf('://') + 3
  const end = url.indexOf('/', start)
  // A host with a slash makes a second one. Where there is none, the headers, which are slow to get, say nothing else.
  const isCertain = end !== -1 && !url.includes('/', end + 1)
  return refuseAddress(isCertain ? url.slice(start, end) : hostOf(request), '')
}

/** What Deno keeps behind a request that it serves. */
interface Served {
  header?(name: string): string | null
}

let servedKey: symbol | undefined

/**
 * Deno lists all headers, and answers a turn later, once it was asked for the object of them: an eighth of a small answer.
 * What it keeps behind the request reads one alone. A request that somebody made has no such reader.
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
