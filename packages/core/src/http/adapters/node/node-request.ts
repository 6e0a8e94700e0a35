import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyTooLarge, refuseCoding } from '../../message/http-error.ts'
import { HttpRequest } from '../../message/http-request.ts'
import type { Peer } from '../../message/proxies.ts'
import { isHost } from '../../message/host.ts'
import { requestUrl } from '../../message/request-url.ts'
import type { ChunkHandler } from '../../message/whole-body.ts'
import { whenRead } from '../../message/when-read.ts'
import { fast } from './fast/fast.ts'
import { NodeBody } from './node-body.ts'

/** A request of a `node:http` server. */
export class NodeRequest extends HttpRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly message: IncomingMessage
  readonly response: ServerResponse
  /** The number of bytes of the response body that were passed to the connection. */
  sentBytes = 0
  #awaitsContinue: boolean
  #isAsynchronous = false
  #body: NodeBody | undefined
  #controller: AbortController | undefined
  #asRequest: Request | undefined

  constructor(message: IncomingMessage, response: ServerResponse, expectsContinue: boolean) {
    super()
    const target = originForm(message.url as string)
    const queryStart = target.indexOf('?')
    this.method = message.method as string
    this.path = queryStart === -1 ? target : target.slice(0, queryStart)
    this.query = queryStart === -1 ? '' : target.slice(queryStart + 1)
    this.message = message
    this.response = response
    this.#awaitsContinue = expectsContinue
  }

  /** True if the client waits for 100 Continue before it sends the body. */
  get awaitsContinue(): boolean {
    return this.#awaitsContinue
  }

  /**
   * True if the response is not complete, but the whole request has arrived or the head of the response has been sent.
   * An error response must then not interrupt the current response.
   */
  get awaitsResponse(): boolean {
    const { writableFinished, headersSent } = this.response
    return !writableFinished && (this.message.complete || headersSent)
  }

  header(name: string): string | undefined {
    const value: unknown = this.message.headers[name]
    // For the name `__proto__`, Node returns an object.
    if (typeof value === 'string') return value
    return Array.isArray(value) ? value.join(', ') : undefined
  }

  override fields(name: string): readonly string[] {
    const { rawHeaders } = this.message
    const values: string[] = []
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const fieldName = rawHeaders[index] as string
      // Compares lengths first, because few names have the same length.
      if (fieldName.length !== name.length || fieldName.toLowerCase() !== name) continue
      values.push(rawHeaders[index + 1] as string)
    }
    return values
  }

  protected receiveText(limit: number): Promise<string> {
    return this.#open(limit).text(limit)
  }

  protected async receiveBytes(limit: number, onChunk: ChunkHandler): Promise<void> {
    await this.#open(limit).forEachChunk(limit, onChunk)
  }

  /** Always true, because the parser of `node:http` copies each chunk. */
  override get givesPiecesAway(): boolean {
    return true
  }

  protected receiveStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#open(Infinity).stream()
  }

  toRequest(): Request {
    return (this.#asRequest ??= this.#createRequest())
  }

  get clientSignal(): AbortSignal {
    return (this.#controller ??= this.#createController()).signal
  }

  /** Aborts the signal even if the client is still connected. */
  abort(): void {
    ;(this.#controller ??= this.#createController()).abort()
  }

  get peer(): Peer {
    const { socket } = this.message
    const host = authorityOf(this.message.url as string) ?? this.header('host') ?? ''
    return { address: socket.remoteAddress, secure: 'encrypted' in socket, host }
  }

  /** True if more of the body may arrive. */
  get isReceivingBody(): boolean {
    const { message } = this
    // A message without a body is not marked as complete until the end of the tick. Reading `destroyed` initializes the
    // message as a stream, so `destroyed` is read last.
    return !message.complete && this.#announcesBody && !message.destroyed
  }

  /** Rejects the current read, and discards the rest of the body. Called when the response is complete. */
  dropBody(): void {
    ;(this.#body ??= new NodeBody(this.message, this.#announcesBody)).drop()
  }

  protected override awaitSent(): void {
    if (this.#isAsynchronous) this.#followConnection()
  }

  /** Observes an asynchronous response until it has been sent or the client disconnects. */
  beginWaiting(): void {
    this.#isAsynchronous = true
    if (this.hasListeners) this.#followConnection()
  }

  /** Called after a synchronous response was written. If the operating system already has it, no listener is needed. */
  endWriting(): void {
    if (this.#isAsynchronous || !this.hasListeners) return
    const { response } = this
    if (fast.wasSent(response)) return this.#notifySent(false)
    const { socket, writableEnded } = response
    const isSent = writableEnded && socket?.destroyed === false && socket.writableLength === 0
    if (isSent) this.#notifySent(false)
    else this.beginWaiting()
  }

  #followConnection(): void {
    const { response } = this
    const notify = () => this.#notifySent(!response.writableFinished)
    // 'close' is emitted only once. A listener that is added later would not be called.
    if (response.closed) process.nextTick(notify)
    else response.on('close', notify)
  }

  #notifySent(aborted: boolean): void {
    const { headersSent, statusCode } = this.response
    this.sent({ status: headersSent ? statusCode : 0, bytes: this.sentBytes, aborted })
  }

  /**
   * Starts to read the body, and sends 100 Continue if needed. Throws for codings besides chunked, and if the declared
   * length is over the limit.
   */
  #open(limit: number): NodeBody {
    refuseCoding(this.header('transfer-encoding'))
    if (exceeds(this.header('content-length'), limit)) throw bodyTooLarge(limit)
    const body = (this.#body ??= new NodeBody(this.message, this.#announcesBody))
    body.markUsed()
    if (this.#awaitsContinue) this.response.writeContinue()
    this.#awaitsContinue = false
    return body
  }

  get #announcesBody(): boolean {
    const { headers } = this.message
    return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  }

  #createRequest(): Request {
    const { message } = this
    const headers = toHeaders(message.rawHeaders)
    const url = requestUrl(this)
    const canHaveBody = this.method !== 'GET' && this.method !== 'HEAD'
    const hasBody = canHaveBody && (this.isRead || !this.#body?.isUsed)
    return new Request(url, {
      method: this.method,
      headers,
      signal: this.signal,
      ...(hasBody ? { body: whenRead(() => this.stream()), duplex: 'half' } : {}),
    })
  }

  #createController(): AbortController {
    const controller = new AbortController()
    const response = this.response
    const abort = () => {
      if (!response.writableFinished) controller.abort()
    }
    if (response.closed) abort()
    else response.once('close', abort)
    return controller
  }
}

/** True if a declared length is over the limit. Most lengths have fewer digits and do not have to be parsed. */
function exceeds(length: string | undefined, limit: number): boolean {
  return length !== undefined && length.length >= `${limit}`.length && Number(length) > limit
}

/**
 * Returns the host of a target in absolute form, which takes precedence over `Host` (RFC 9112, 3.2.2); otherwise
 * undefined.
 */
export function authorityOf(target: string): string | undefined {
  if (target.startsWith('/')) return undefined
  const host = /^https?:\/\/([^/?]*)/iu.exec(target)?.[1]
  return host !== undefined && isHost(host) ? host : undefined
}

/** Returns the path and query of a request target. Proxies may send it with scheme and host. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const start = /^[a-z]+:\/\/[^/?]*/iu.exec(target)?.[0].length ?? 0
  const rest = target.slice(start)
  return rest.startsWith('/') || start === 0 ? rest : `/${rest}`
}

function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let index = 0; index < raw.length; index += 2) {
    headers.append(raw[index] as string, raw[index + 1] as string)
  }
  return headers
}
