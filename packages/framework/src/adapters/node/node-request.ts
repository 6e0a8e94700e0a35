import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyTooLarge, refuseCoding } from '../../message/http-error.ts'
import { HttpRequest } from '../../message/http-request.ts'
import type { Peer } from '../../message/proxies.ts'
import { isHost } from '../../message/host.ts'
import { requestUrl } from '../../message/request-url.ts'
import type { TakeBytes } from '../../message/whole-body.ts'
import { whenRead } from '../../message/when-read.ts'
import { wasSent } from './lazy-response.ts'
import { NodeBody } from './node-body.ts'

/** A request of `node:http`. */
export class NodeRequest extends HttpRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly message: IncomingMessage
  readonly response: ServerResponse
  /** Bytes of the answer's body that were handed to the connection. */
  sentBytes = 0
  #awaitsContinue: boolean
  #isLate = false
  #body: NodeBody | undefined
  #controller: AbortController | undefined
  #asRequest: Request | undefined

  constructor(message: IncomingMessage, response: ServerResponse, expectsContinue: boolean) {
    super()
    const target = originForm(message.url as string)
    const mark = target.indexOf('?')
    this.method = message.method as string
    this.path = mark === -1 ? target : target.slice(0, mark)
    this.query = mark === -1 ? '' : target.slice(mark + 1)
    this.message = message
    this.response = response
    this.#awaitsContinue = expectsContinue
  }

  /** Whether the client waits to be told that it may send the body. */
  get awaitsContinue(): boolean {
    return this.#awaitsContinue
  }

  /** Whether nothing else may be written to the connection before the answer is complete. */
  get isOwedAnswer(): boolean {
    const { writableFinished, headersSent } = this.response
    return !writableFinished && (this.message.complete || headersSent)
  }

  header(name: string): string | undefined {
    const value: unknown = this.message.headers[name]
    // Of `__proto__` Node gives an object.
    if (typeof value === 'string') return value
    return Array.isArray(value) ? value.join(', ') : undefined
  }

  override fields(name: string): readonly string[] {
    const { rawHeaders } = this.message
    const values: string[] = []
    for (let place = 0; place < rawHeaders.length; place += 2) {
      const found = rawHeaders[place] as string
      // Few names have the same length.
      if (found.length !== name.length || found.toLowerCase() !== name) continue
      values.push(rawHeaders[place + 1] as string)
    }
    return values
  }

  protected receiveText(limit: number): Promise<string> {
    return this.#open(limit).text(limit)
  }

  protected async receiveBytes(limit: number, take: TakeBytes): Promise<void> {
    await this.#open(limit).pass(limit, take)
  }

  /** Each is a copy that the parser of `node:http` made for it. */
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

  /** Aborts the signal ahead of the client. */
  abort(): void {
    ;(this.#controller ??= this.#createController()).abort()
  }

  get peer(): Peer {
    const { socket } = this.message
    const host = authorityOf(this.message.url as string) ?? this.header('host') ?? ''
    return { address: socket.remoteAddress, secure: 'encrypted' in socket, host }
  }

  /** The response is complete: what still arrives of the body is dropped. */
  dropBody(): void {
    ;(this.#body ??= new NodeBody(this.message)).drop()
  }

  protected override awaitSent(): void {
    if (this.#isLate) this.#followConnection()
  }

  /** The answer, or the end of it, comes later: by then the client may have left. */
  beginWaiting(): void {
    this.#isLate = true
    if (this.hasListeners) this.#followConnection()
  }

  /** The answer was written. Most have then been handed to the system already, which saves a listener. */
  endWriting(): void {
    if (this.#isLate || !this.hasListeners) return
    const { response } = this
    if (wasSent(response)) return this.#tellSent(false)
    const { socket, writableEnded } = response
    const isSent = writableEnded && socket?.destroyed === false && socket.writableLength === 0
    if (isSent) this.#tellSent(false)
    else this.beginWaiting()
  }

  #followConnection(): void {
    const { response } = this
    const tell = () => this.#tellSent(!response.writableFinished)
    if (response.closed) process.nextTick(tell)
    // It comes once by itself.
    else response.on('close', tell)
  }

  #tellSent(aborted: boolean): void {
    const { headersSent, statusCode } = this.response
    this.sent({ status: headersSent ? statusCode : 0, bytes: this.sentBytes, aborted })
  }

  /** The body, after its sender was told to continue. Refuses a transfer coding, and a declared length over the limit. */
  #open(limit: number): NodeBody {
    refuseCoding(this.header('transfer-encoding'))
    if (isOver(this.header('content-length'), limit)) throw bodyTooLarge(limit)
    const body = (this.#body ??= new NodeBody(this.message))
    body.take()
    if (this.#awaitsContinue) this.response.writeContinue()
    this.#awaitsContinue = false
    return body
  }

  #createRequest(): Request {
    const { message } = this
    const headers = toHeaders(message.rawHeaders)
    const url = requestUrl(this)
    const canHaveBody = this.method !== 'GET' && this.method !== 'HEAD'
    const hasBody = canHaveBody && (this.isRead || !this.#body?.isTaken)
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

/** Whether a declared length is over the limit. Most have fewer digits, and need not be read as a number. */
function isOver(length: string | undefined, limit: number): boolean {
  return length !== undefined && length.length >= `${limit}`.length && Number(length) > limit
}

/** The host of a target in absolute form, which wins over `Host` (RFC 9112, 3.2.2); undefined for any other target. */
export function authorityOf(target: string): string | undefined {
  if (target.startsWith('/')) return undefined
  const host = /^https?:\/\/([^/?]*)/iu.exec(target)?.[1]
  return host !== undefined && isHost(host) ? host : undefined
}

/** The path and query of a request target, which a proxy may send with scheme and host. */
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
