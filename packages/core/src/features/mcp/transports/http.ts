import { andThen, isPromise, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { refuseEncoded } from '../../../http/binding/read-body.ts'
import type { Handler } from '../../../http/message/handler.ts'
import { methodNotAllowed } from '../../../http/routing/method-not-allowed.ts'
import { HttpError } from '../../../http/message/http-error.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import { jsonHeaders } from '../../../http/message/header-list.ts'
import { Reply } from '../../../http/message/reply.ts'
import type { MessageContext, McpResponse } from '../protocol/method.ts'
import { errorText, MessageRefused, parseError, parseMessage } from '../protocol/json-rpc.ts'
import type { MessageHandler } from '../messages/message-handler.ts'
import { EventStream } from './event-stream.ts'
import { refuseForeignHost } from '../protocol/foreign-hosts.ts'

export interface Limits {
  /** The maximum size of a body, in bytes, if the application has no `@BodyLimit`. */
  readonly body: number
}

/**
 * Creates the endpoint `/mcp`. A request contains one message or batch; the response is JSON, or an event stream if a
 * tool reports progress.
 */
export function createMcpEndpoint(
  messages: MessageHandler,
  allowedHosts: readonly string[],
  limits: Limits,
): Handler {
  return (request) => refuse(request, allowedHosts) ?? receive(request, messages, limits)
}

function refuse(request: HttpRequest, allowedHosts: readonly string[]): Reply | undefined {
  if (request.method !== 'POST') return methodNotAllowed(request, ['POST'])
  refuseForeignHost(request, allowedHosts)
  refuseEncoded(request)
  const type = request.header('content-type') ?? ''
  if (/^application\/json\s*(?:;|$)/i.test(type)) return undefined
  throw new HttpError(415, 'Send the message as application/json.')
}

function receive(request: HttpRequest, messages: MessageHandler, limits: Limits): Promise<Reply> {
  return request
    .readText(request.context?.plan.bodyLimit ?? limits.body)
    .then((text) => respond(parseMessage(text), request, messages))
    .catch(refuseBody)
}

function respond(
  message: unknown,
  request: HttpRequest,
  messages: MessageHandler,
): MaybePromise<Reply> {
  const context = new HttpMessageContext(request)
  const response = messages.receive(message, context)
  if (context.events) return toEvents(response, context.events)
  return isPromise(response) ? context.streamOrResult(response) : toReply(response)
}

/** Turns an unreadable body into a JSON-RPC error. */
function refuseBody(error: unknown): Reply {
  const isBadText = error instanceof HttpError && error.status === 400
  const refused = isBadText ? new MessageRefused(parseError, error.message) : error
  if (!(refused instanceof MessageRefused)) throw error
  return new Reply(400, jsonHeaders, errorText(null, refused))
}

function toReply({ status, text, headers }: McpResponse): Reply {
  if (text === undefined) return new Reply(status, [], null)
  const others = headers ? Object.entries(headers).flat() : []
  return new Reply(status, headers ? [...jsonHeaders, ...others] : jsonHeaders, text)
}

function toEvents(response: MaybePromise<McpResponse>, events: EventStream): Reply {
  void andThen(response, ({ text }) => events.end(text))
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
  /**
   * The event stream for notifications, and finally for the result; undefined until it is opened.
   */
  events: EventStream | undefined
  #disconnected: AbortController | undefined
  #onEvents: ((events: EventStream) => void) | undefined

  constructor(request: HttpRequest) {
    this.request = request
  }

  signal(): AbortSignal {
    this.#disconnected ??= new AbortController()
    return AbortSignal.any([this.#disconnected.signal, this.request.signal])
  }

  /** True if no event stream has started, so that the status can still be chosen. */
  get mayChallenge(): boolean {
    return this.events === undefined
  }

  /** Resolves to an event stream at the first notification, or to the result if that comes first. */
  streamOrResult(response: Promise<McpResponse>): Promise<Reply> {
    return new Promise((resolve) => {
      this.#onEvents = (events) => resolve(toEvents(response, events))
      void response.then((settled) => this.events ?? resolve(toReply(settled)))
    })
  }

  openNotifications(): (text: string) => void {
    if (!this.events) {
      this.events = new EventStream(() => this.#disconnected?.abort())
      this.#onEvents?.(this.events)
    }
    const { events } = this
    return (text) => events.send(text)
  }
}
