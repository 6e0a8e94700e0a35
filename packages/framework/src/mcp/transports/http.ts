import { refuseEncoded } from '../../binding/read-body.ts'
import type { Endpoint } from '../../http/http-kernel.ts'
import { methodNotAllowed } from '../../http/routing/method-not-allowed.ts'
import { HttpError } from '../../message/http-error.ts'
import type { HttpRequest } from '../../message/http-request.ts'
import { jsonHeaders, Reply } from '../../message/reply.ts'
import type { MessageContext } from '../method.ts'
import { errorText, MessageRefused, parseError, parseMessage } from '../json-rpc.ts'
import type { McpAnswer, McpServer } from '../server.ts'
import { EventStream } from './event-stream.ts'

interface Limits {
  /** Of a body, in bytes. */
  readonly body: number
}

/** Serves `/mcp`: one message or batch a request, answered with JSON or, while a tool reports progress, events. */
export function createMcpEndpoint(server: McpServer, limits: Limits): Endpoint {
  return (request) => refuse(request, server.allowedHosts) ?? receive(request, server, limits)
}

function refuse(request: HttpRequest, allowedHosts: readonly string[]): Reply | undefined {
  if (request.method !== 'POST') return methodNotAllowed(request, ['POST'])
  const host = request.header('host')
  if (host !== undefined && !isAllowedHost(host, allowedHosts)) refuseHost('host', host)
  const origin = request.header('origin')
  if (origin !== undefined && !isAllowedOrigin(origin, allowedHosts)) refuseHost('origin', origin)
  refuseEncoded(request)
  const type = request.header('content-type') ?? ''
  if (/^application\/json\s*(?:;|$)/i.test(type)) return undefined
  throw new HttpError(415, 'A message is sent as application/json.')
}

function refuseHost(what: string, value: string): never {
  const remedy = 'Name its host in FW_MCP_ALLOWED_HOSTS, or in allowedHosts of McpServer.'
  throw new HttpError(403, `The ${what} "${value}" is not allowed. ${remedy}`)
}

const local: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a `Host` is local, or in the list with or without its port. */
function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  const lower = host.toLowerCase()
  const name = lower.replace(/:\d+$/, '')
  return local.has(name) || allowed.includes(name) || allowed.includes(lower)
}

/** Whether an `Origin` is that of an allowed host. */
function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return URL.canParse(origin) && isAllowedHost(new URL(origin).host, allowed)
}

function receive(request: HttpRequest, server: McpServer, limits: Limits): Promise<Reply> {
  return request
    .readText(limits.body)
    .then((text) => answer(parseMessage(text), request, server))
    .catch(refuseBody)
}

function answer(message: unknown, request: HttpRequest, server: McpServer): Reply | Promise<Reply> {
  const context = new HttpMessageContext(request)
  const answer = server.receive(message, context)
  if (context.events) return toEvents(answer, context.events)
  return answer instanceof Promise ? answer.then(toReply) : toReply(answer)
}

/** What is wrong with the body is said as the protocol says it. */
function refuseBody(error: unknown): Reply {
  const isBadText = error instanceof HttpError && error.status === 400
  const refused = isBadText ? new MessageRefused(parseError, error.message) : error
  if (!(refused instanceof MessageRefused)) throw error
  return new Reply(400, jsonHeaders, errorText(null, refused))
}

function toReply({ status, text }: McpAnswer): Reply {
  return text === undefined ? new Reply(status, [], null) : new Reply(status, jsonHeaders, text)
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

  constructor(request: HttpRequest) {
    this.request = request
  }

  signal(): AbortSignal {
    this.#left ??= new AbortController()
    return AbortSignal.any([this.#left.signal, this.request.signal])
  }

  openNotifications(): (text: string) => void {
    const events = (this.events ??= new EventStream(() => this.#left?.abort()))
    return (text) => events.send(text)
  }
}
