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
  /** Of a body, in bytes, where the application has no `@BodyLimit`. */
  readonly body: number
}

/** Serves `/mcp`: one message or batch a request, answered with JSON or, while a tool reports progress, events. */
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

/** What is wrong with the body is said as the protocol says it. */
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
  // Tells proxies such as nginx to pass every event on at once.
  'x-accel-buffering',
  'no',
]

class HttpMessageContext implements MessageContext {
  readonly request: HttpRequest
  /** Present once notifications were opened: the answer then ends the stream. */
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

  /** Once a stream of events has begun, no status can be told. */
  get mayChallenge(): boolean {
    return this.events === undefined
  }

  /** The reply of an answer that is not there yet: events from the first notification on. */
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
