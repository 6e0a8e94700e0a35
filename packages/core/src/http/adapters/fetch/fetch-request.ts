import { RequestBodyAlreadyRead } from '../../message/errors.ts'
import { bodyTooLarge, bodyTruncated, refuseCoding } from '../../message/http-error.ts'
import { refuseAddress } from '../../routing/refuse-address.ts'
import { HttpRequest } from '../../message/http-request.ts'
import type { Peer } from '../../message/proxies.ts'
import { dropRest } from '../../message/limited-stream.ts'
import { requestUrl } from '../../message/request-url.ts'
import { whenRead } from '../../message/when-read.ts'
import type { TakeBytes } from '../../message/whole-body.ts'
import type { OpenEvents } from '../server/open-events.ts'
import { decode, decodeWhole } from './decode-text.ts'
import { peerAddress } from './peer-address.ts'
import { isBun, writeJson } from './write-json.ts'

type BodyReader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>

const isDeno = 'Deno' in globalThis

/** The maximum time to read a body that has already arrived, after the response is complete, in milliseconds. */
const lastRead = 1000

/** A request that wraps a web `Request`. */
export class FetchRequest extends HttpRequest {
  readonly method: string
  readonly #request: Request
  readonly #info: unknown
  /** The open event streams of the server; undefined if the platform calls the kernel directly. */
  readonly events: OpenEvents | undefined
  #abort: AbortController | undefined
  #signal: AbortSignal | undefined
  #url: string | undefined
  #path: string | undefined
  #asRequest: Request | undefined
  #peerAddress: string | undefined
  #hasResponse = false
  /** Rejects the current read, if the platform does not. */
  #fail: ((error: Error) => void) | undefined

  /**
   * `info` is the second argument of the platform's handler. `url` is the URL of the request, if it has already been
   * read.
   */
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

  /**
   * Returns the path of the URL. For `OPTIONS *`, Deno's URL has the path `/*`, which otherwise occurs only in a
   * preflight.
   */
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

  /** Reads headers, URL and address now, because Bun and Deno do not provide them after the response. */
  protected override awaitSent(): void {
    void this.#request.headers
    void this.#request.url
    this.#peerAddress = peerAddress(this.#request, this.#info)
  }

  override get source(): Request {
    return this.#request
  }

  /** Disables the idle timeout of the connection on Bun. */
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

  // Servers enforce the declared length, but a `Request` created in code may be longer.
  #receiveWhole(limit: number): Promise<string> {
    // Does not use `bytes()`, because the requests of @hono/node-server do not support it.
    return this.#untilResponse(this.#request.arrayBuffer()).then(
      (buffer) => {
        if (buffer.byteLength > limit) throw bodyTooLarge(limit)
        return decodeWhole(new Uint8Array(buffer))
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

  /** Called when the response is complete. If the body has not arrived yet, it will not be read. */
  endReading(): void {
    this.#hasResponse = true
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
    return this.#untilResponse(reader.read()).catch((error: unknown) => this.#failRead(error))
  }

  /** Rejects a read when the response is complete, because Deno never settles it. */
  #untilResponse<T>(read: Promise<T>): Promise<T> {
    if (!isDeno) return read
    return new Promise<T>((resolve, reject) => {
      this.#fail = reject
      const end = () => {
        if (this.#fail === reject) this.#fail = undefined
      }
      read.then(resolve, reject).then(end)
    })
  }

  /**
   * Converts a read error. Platforms report different errors if a client disconnects. A `TypeError` means that the body
   * was already read.
   */
  #failRead(error: unknown): never {
    const isSecond = error instanceof TypeError && !this.#hasResponse
    throw isSecond ? new RequestBodyAlreadyRead(error) : bodyTruncated()
  }

  toRequest(): Request {
    if (this.#asRequest) return this.#asRequest
    if (isDeno && this.#canHaveBody) refuseCoding(this.header('transfer-encoding'))
    const url = this.#address
    const hasOwnPath = this.#path === undefined || this.#path === pathOf(url)
    const forwarded = this.isForwarded || !hasOwnPath ? requestUrl(this) : url
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

  /** Aborted if the client disconnects, and if the server closes. */
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

  /** Throws `HttpError` 400 if the host is invalid. On Deno, such a request has already been rejected. */
  get #address(): string {
    const { url } = this.#request
    if (!isBun) return url
    const host = this.header('host') ?? ''
    const refused = refuseAddress(host, '')
    if (refused) throw refused
    // Without a Host header, as in HTTP/1.0, Bun's URL is only a path.
    return url.startsWith('/') ? `http://${host || 'localhost'}${url}` : url
  }
}

/** Returns the path of a URL. With an invalid host, Bun's URL is only a path. */
function pathOf(url: string): string {
  const authority = url.startsWith('/') ? 0 : url.indexOf('://') + 3
  const start = url.indexOf('/', authority)
  const mark = url.indexOf('?', authority)
  // Deno does not change a URL without a path.
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
