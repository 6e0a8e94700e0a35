import { RequestBodyAlreadyRead } from '../../message/errors.ts'
import { bodyTooLarge, bodyTruncated, refuseCoding } from '../../message/http-error.ts'
import { refuseAddress } from '../../http/routing/refuse-address.ts'
import { HttpRequest, isForwarded } from '../../message/http-request.ts'
import type { Peer } from '../../message/proxies.ts'
import { dropRest } from '../../message/limited-stream.ts'
import { requestUrl } from '../../message/request-url.ts'
import { whenRead } from '../../message/when-read.ts'
import type { TakeBytes } from '../../message/whole-body.ts'
import type { OpenEvents } from '../open-events.ts'
import { decode, decodeWhole } from './decode-text.ts'
import { peerAddress } from './peer-address.ts'
import { isBun, writeJson } from './write-json.ts'

type BodyReader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>

const isDeno = 'Deno' in globalThis

/** How long a read goes on after the response is complete, in milliseconds: for what has arrived already. */
const lastRead = 1000

/** A web `Request`. */
export class FetchRequest extends HttpRequest {
  readonly method: string
  readonly #request: Request
  readonly #info: unknown
  /** Those of the server that the request came to; undefined if the platform calls the kernel. */
  readonly events: OpenEvents | undefined
  #abort: AbortController | undefined
  #signal: AbortSignal | undefined
  #url: string | undefined
  #path: string | undefined
  #asRequest: Request | undefined
  #peerAddress: string | undefined
  #isAnswered = false
  /** Rejects the read that is in progress, where the platform does not. */
  #fail: ((error: Error) => void) | undefined

  /** `info` is what the platform gives beside the request; `url` is that of the request, where it has been asked for. */
  constructor(request: Request, info: unknown, method: string, url?: string, events?: OpenEvents) {
    super()
    this.method = method
    this.#request = request
    this.#info = info
    this.#url = url
    this.events = events
  }

  get path(): string {
    return (this.#path ??= this.#sentPath())
  }

  /** Of `OPTIONS *` Deno's URL has the path of `OPTIONS /*`, which only a preflight is likely to mean. */
  #sentPath(): string {
    const path = pathOf((this.#url ??= this.#request.url))
    const isServer = isDeno && path === '/*' && this.method === 'OPTIONS'
    return isServer && !this.header('access-control-request-method') ? '*' : path
  }

  set path(equivalent: string) {
    this.#path = equivalent
  }

  get query(): string {
    return queryOf((this.#url ??= this.#request.url))
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined
  }

  /** Of a request that is answered, Bun and Deno have only what was asked for before. */
  protected override awaitSent(): void {
    void this.#request.headers
    void this.#request.url
    this.#peerAddress = peerAddress(this.#request, this.#info)
  }

  override get source(): Request {
    return this.#request
  }

  /** Lets the connection be silent, which Bun ends after a while. */
  keepOpen(): void {
    const info = this.#info as { timeout?: (request: Request, seconds: number) => void } | undefined
    if (isBun) info?.timeout?.(this.#request, 0)
  }

  override writeJson(value: object, status: number): Response | undefined {
    return writeJson(value, status)
  }

  protected receiveText(limit: number): Promise<string> {
    const declared = this.header('content-length')
    if (declared === undefined) return this.#receivePieces(limit)
    if (Number(declared) > limit) return Promise.reject(bodyTooLarge(limit))
    return this.#receiveWhole(limit)
  }

  // A server holds its clients to a length that they declare; a Request that somebody made may hold more.
  #receiveWhole(limit: number): Promise<string> {
    return this.#untilAnswered(this.#request.bytes()).then(
      (bytes) => {
        if (bytes.byteLength > limit) throw bodyTooLarge(limit)
        return decodeWhole(bytes)
      },
      (error: unknown) => this.#failRead(error),
    )
  }

  async #receivePieces(limit: number): Promise<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    let text = ''
    await this.receiveBytes(limit, (bytes) => void (text += decode(decoder, bytes, true)))
    return text + decode(decoder)
  }

  protected async receiveBytes(limit: number, take: TakeBytes): Promise<void> {
    if (Number(this.header('content-length')) > limit) throw bodyTooLarge(limit)
    const reader = this.#open()
    let size = 0
    try {
      for (;;) {
        const { done, value } = await this.#read(reader)
        if (done) return
        size += value.byteLength
        if (size > limit) throw bodyTooLarge(limit)
        const busy = take(value)
        if (busy) await busy
      }
    } catch (error) {
      void dropRest(reader)
      throw error
    }
  }

  protected receiveStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const reader = this.#open()
    return new ReadableStream(
      {
        pull: async (controller) => {
          const { done, value } = await this.#read(reader)
          if (done) controller.close()
          else controller.enqueue(value)
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    )
  }

  /** The response is complete: a body that has not arrived by now will not be read. */
  endReading(): void {
    this.#isAnswered = true
    const fail = this.#fail
    if (fail) setTimeout(() => fail(bodyTruncated()), lastRead)
  }

  #open(): BodyReader {
    refuseCoding(this.header('transfer-encoding'))
    const { body, bodyUsed } = this.#request
    if (bodyUsed) throw new RequestBodyAlreadyRead()
    return (body ?? new Blob().stream()).getReader()
  }

  #read(reader: BodyReader): ReturnType<BodyReader['read']> {
    return this.#untilAnswered(reader.read()).catch((error: unknown) => this.#failRead(error))
  }

  /** Deno never settles a read that is in progress when the response is complete. */
  #untilAnswered<T>(read: Promise<T>): Promise<T> {
    if (!isDeno) return read
    return new Promise<T>((resolve, reject) => {
      this.#fail = reject
      const end = () => {
        if (this.#fail === reject) this.#fail = undefined
      }
      read.then(resolve, reject).then(end)
    })
  }

  /** Each platform has its own error for a client that leaves amid its body. A TypeError is about a body that was read before. */
  #failRead(error: unknown): never {
    const isSecond = error instanceof TypeError && !this.#isAnswered
    throw isSecond ? new RequestBodyAlreadyRead(error) : bodyTruncated()
  }

  toRequest(): Request {
    if (this.#asRequest) return this.#asRequest
    if (isDeno && this.#canHaveBody) refuseCoding(this.header('transfer-encoding'))
    const url = this.#address
    const hasOwnPath = this.#path === undefined || this.#path === pathOf(url)
    const forwarded = isForwarded(this) || !hasOwnPath ? requestUrl(this) : url
    const isOwn = super.signal === this.clientSignal && this.streamLimit === Infinity
    const isWhole = url === this.#request.url
    if (!this.isRead && isOwn && isWhole && hasOwnPath && hasOriginOf(forwarded, url))
      return this.#request
    return (this.#asRequest = this.#createRequest(forwarded))
  }

  #createRequest(url: string): Request {
    const { method, headers, bodyUsed } = this.#request
    const hasBody = this.#canHaveBody && (this.isRead || !bodyUsed)
    return new Request(url, {
      method,
      headers,
      signal: this.signal,
      ...(hasBody ? { body: whenRead(() => this.stream()), duplex: 'half' } : {}),
    })
  }

  get #canHaveBody(): boolean {
    return this.method !== 'GET' && this.method !== 'HEAD'
  }

  get peer(): Peer {
    const { protocol, host } = new URL(this.#address)
    const address = this.#peerAddress ?? peerAddress(this.#request, this.#info)
    return { address, secure: protocol === 'https:', host }
  }

  get clientSignal(): AbortSignal {
    return this.#request.signal
  }

  /** Aborted as well by a server that closes. */
  override get signal(): AbortSignal {
    if (!this.events) return super.signal
    return (this.#signal ??= AbortSignal.any([super.signal, this.#aborting.signal]))
  }

  abort(): void {
    this.#aborting.abort()
  }

  get #aborting(): AbortController {
    return (this.#abort ??= new AbortController())
  }

  /** Throws `HttpError` 400 if the host gives no address; Deno has refused those before. */
  get #address(): string {
    const { url } = this.#request
    if (!isBun) return url
    const host = this.header('host') ?? ''
    const refused = refuseAddress(host, '')
    if (refused) throw refused
    // Without a host, as in HTTP/1.0, Bun's URL is only a path.
    return url.startsWith('/') ? `http://${host || 'localhost'}${url}` : url
  }
}

/** Of a host that makes no address, Bun's URL is only a path. */
function pathOf(url: string): string {
  const authority = url.startsWith('/') ? 0 : url.indexOf('://') + 3
  const start = url.indexOf('/', authority)
  const mark = url.indexOf('?', authority)
  // Deno leaves a target without a path as it is.
  if (start === -1 || (mark !== -1 && mark < start)) return '/'
  const path = mark === -1 ? url.slice(start) : url.slice(start, mark)
  const hash = path.indexOf('#')
  return hash === -1 ? path : path.slice(0, hash)
}

function queryOf(url: string): string {
  const mark = url.indexOf('?')
  if (mark === -1) return ''
  const hash = url.indexOf('#')
  if (hash === -1) return url.slice(mark + 1)
  return hash < mark ? '' : url.slice(mark + 1, hash)
}

function hasOriginOf(one: string, other: string): boolean {
  return one === other || new URL(one).origin === new URL(other).origin
}
