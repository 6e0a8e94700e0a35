import { refuseEncoded } from '../../binding/read-body.ts'
import type { Endpoint } from '../../http/http-kernel.ts'
import { methodNotAllowed } from '../../http/routing/method-not-allowed.ts'
import { HttpError } from '../../message/http-error.ts'
import { exchangeOf, type HttpRequest } from '../../message/http-request.ts'
import { jsonHeaders } from '../../message/header-list.ts'
import { Reply } from '../../message/reply.ts'
import type { MessageContext } from '../method.ts'
import { errorText, MessageRefused, parseError, parseMessage } from '../json-rpc.ts'
import type { McpAnswer, McpServer } from '../server.ts'
import { EventStream } from './event-stream.ts'
import { refuseForeign } from './foreign-hosts.ts'

export interface Limits {
  /** The maximum size of a body, in bytes, if the application has no `@BodyLimit`. */
  readonly body: number
}

/**
 * Serves `/mcp`. A request has one message or batch; the response is JSON, or an event stream while a tool reports
 * progress.
 */
export function createMcpEndpoint(server: McpServer, limits: Limits): Endpoint {
  return (request) => refuse(request, server.allowedHosts) ?? receive(request, server, limits)
}

function refuse(request: HttpRequest, allowedHosts: readonly string[]): Reply | undefined {
  if (request.method !== 'POST') return methodNotAllowed(request, ['POST'])
  refuseForeign(request, allowedHosts)
  refuseEncoded(request)
  const type = request.header('content-type') ?? ''
  if (/^application\/json\s*(?:;|$)/i.test(type)) return undefined
  throw new HttpError(415, 'A message is sent as application/json.')
}

function receive(request: HttpRequest, server: McpServer, limits: Limits): Promise<Reply> {
  return request
    .readText(exchangeOf(request)?.plan.bodyLimit ?? limits.body)
    .then((text) => answer(parseMessage(text), request, server))
    .catch(refuseBody)
}

function answer(message: unknown, request: HttpRequest, server: McpServer): Reply | Promise<Reply> {
  const context = new HttpMessageContext(request)
  const answer = server.receive(message, context)
  if (context.events) return toEvents(answer, context.events)
  return answer instanceof Promise ? context.whicheverComes(answer) : toReply(answer)
}

/** Turns an unreadable body into a JSON-RPC error. */
function refuseBody(error: unknown): Reply {
  const isBadText = error instanceof HttpError && error.status === 400
  const refused = isBadText ? new MessageRefused(parseError, error.message) : error
  if (!(refused instanceof MessageRefused)) throw error
  return new Reply(400, jsonHeaders, errorText(null, refused))
}

function toReply({ status, text, headers }: McpAnswer): Reply {
  if (text === undefined) return new Reply(status, [], null)
  const others = headers ? Object.entries(headers).flat() : []
  return new Reply(status, headers ? [...jsonHeaders, ...others] : jsonHeaders, text)
}

function toEvents(answer: McpAnswer | Promise<McpAnswer>, events: EventStream): Reply {
  if (answer instanceof Promise) void answer.then(({ text }) => events.end(text))
  else events.end(answer.text)
  return new Reply(200, eventHeaders, events.body)
}

const eventHeaders = [
  'content-type',
  'text/event-stream',
  'cache-control',
  'no-cache',
  // Makes proxies such as nginx forward every event immediately.
  'x-accel-buffering',
  'no',
]

class HttpMessageContext implements MessageContext {
  readonly request: HttpRequest
  /** Present once notifications are open. The result then ends the stream. */
  events: EventStream | undefined
  #left: AbortController | undefined
  #onEvents: ((events: EventStream) => void) | undefined

  constructor(request: HttpRequest) {
    this.request = request
  }

  signal(): AbortSignal {
    this.#left ??= new AbortController()
    return AbortSignal.any([this.#left.signal, this.request.signal])
  }

  /** False once an event stream has started, because the status has been sent. */
  get mayChallenge(): boolean {
    return this.events === undefined
  }

  /** Resolves to an event stream at the first notification, or to the result if it comes first. */
  whicheverComes(answer: Promise<McpAnswer>): Promise<Reply> {
    return new Promise((resolve) => {
      this.#onEvents = (events) => resolve(toEvents(answer, events))
      void answer.then((given) => this.events ?? resolve(toReply(given)))
    })
  }

  openNotifications(): (text: string) => void {
    if (!this.events) {
      this.events = new EventStream(() => this.#left?.abort())
      this.#onEvents?.(this.events)
    }
    const { events } = this
    return (text) => events.send(text)
  }
}
