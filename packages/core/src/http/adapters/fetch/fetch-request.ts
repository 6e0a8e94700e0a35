import { RequestBodyAlreadyRead } from '../../message/errors.ts'
import { bodyTooLarge, bodyTruncated, refuseCoding } from '../../message/http-error.ts'
import { validateAddress } from '../../routing/validate-address.ts'
import { HttpRequest } from '../../message/http-request.ts'
import type { Peer } from '../../message/proxies.ts'
import { dropRest } from '../../message/limited-stream.ts'
import { requestUrl } from '../../message/request-url.ts'
import { whenRead } from '../../message/when-read.ts'
import type { ChunkHandler } from '../../message/whole-body.ts'
import type { OpenEvents } from '../server/open-events.ts'
import { decode, decodeUtf8 } from './decode-text.ts'
import { peerAddress } from './peer-address.ts'
import { isBun, writeJson } from './write-json.ts'

type BodyReader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>

const isDeno = 'Deno' in globalThis

/**
 * The time in which a read may still end after the response is complete, in milliseconds. It is enough for a body that
 * has already arrived.
 */
const readGracePeriod = 1000

/** A request that wraps a web `Request`. */
export class FetchRequest extends HttpRequest {
  readonly method: string
  readonly #request: Request
  readonly #info: unknown
  /** The open event streams of the server; undefined if the platform calls the kernel directly. */
  readonly events: OpenEvents | undefined
  #controller: AbortController | undefined
  #signal: AbortSignal | undefined
  #url: string | undefined
  #path: string | undefined
  #asRequest: Request | undefined
  #peerAddress: string | undefined
  #hasResponse = false
  /** On Deno, rejects the current read of the body, which Deno may never settle after the response. */
  #rejectRead: ((error: Error) => void) | undefined

  /**
   * `info` is the second argument of the platform's handler. `url` is the URL of the request, if the caller has already
   * read it.
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
   * Returns the path of the URL, or `*` for `OPTIONS *`. Deno uses the path `/*` for both
   * `OPTIONS *` and `OPTIONS /*`. Preflights are treated as `OPTIONS /*`, others as `OPTIONS *`.
   */
  #sentPath(): string {
    const path = pathOf((this.#url ??= this.#request.url))
    const isAsteriskForm = isDeno && path === '/*' && this.method === 'OPTIONS'
    return isAsteriskForm && !this.header('access-control-request-method') ? '*' : path
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
    if (declared === undefined) return this.#receiveChunks(limit)
    if (Number(declared) > limit) return Promise.reject(bodyTooLarge(limit))
    return this.#receiveWhole(limit)
  }

  // Servers enforce the declared length, but a `Request` created in code may be longer.
  #receiveWhole(limit: number): Promise<string> {
    // Does not use `bytes()`, because the requests of @hono/node-server do not support it.
    return this.#untilResponse(this.#request.arrayBuffer()).then(
      (buffer) => {
        if (buffer.byteLength > limit) throw bodyTooLarge(limit)
        return decodeUtf8(new Uint8Array(buffer))
      },
      (error: unknown) => this.#throwReadError(error),
    )
  }

  async #receiveChunks(limit: number): Promise<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    let text = ''
    await this.receiveBytes(limit, (bytes) => void (text += decode(decoder, bytes, true)))
    return text + decode(decoder)
  }

  protected async receiveBytes(limit: number, onChunk: ChunkHandler): Promise<void> {
    if (Number(this.header('content-length')) > limit) throw bodyTooLarge(limit)
    const reader = this.#open()
    let size = 0
    try {
      for (;;) {
        const { done, value } = await this.#read(reader)
        if (done) return
        size += value.byteLength
        if (size > limit) throw bodyTooLarge(limit)
        const pending = onChunk(value)
        if (pending) await pending
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

  /** Marks the response as complete. On Deno, reads of the body may then take as long as `readGracePeriod`. */
  markResponseComplete(): void {
    this.#hasResponse = true
    const rejectRead = this.#rejectRead
    if (rejectRead) setTimeout(() => rejectRead(bodyTruncated()), readGracePeriod)
  }

  #open(): BodyReader {
    refuseCoding(this.header('transfer-encoding'))
    const { body, bodyUsed } = this.#request
    if (bodyUsed) throw new RequestBodyAlreadyRead()
    return (body ?? new Blob().stream()).getReader()
  }

  #read(reader: BodyReader): ReturnType<BodyReader['read']> {
    return this.#untilResponse(reader.read()).catch((error: unknown) => this.#throwReadError(error))
  }

  /** On Deno, limits the time of a read once the response is complete, because Deno may never settle it. */
  #untilResponse<T>(read: Promise<T>): Promise<T> {
    if (!isDeno) return read
    return new Promise<T>((resolve, reject) => {
      this.#rejectRead = reject
      const end = () => {
        if (this.#rejectRead === reject) this.#rejectRead = undefined
      }
      read.then(resolve, reject).then(end)
      if (this.#hasResponse) this.markResponseComplete()
    })
  }

  /**
   * Throws the error for a failed read. Platforms report different errors if a client disconnects. A `TypeError` before
   * the response means that the body was already read.
   */
  #throwReadError(error: unknown): never {
    const wasAlreadyRead = error instanceof TypeError && !this.#hasResponse
    throw wasAlreadyRead ? new RequestBodyAlreadyRead(error) : bodyTruncated()
  }

  toRequest(): Request {
    if (this.#asRequest) return this.#asRequest
    if (isDeno && this.#canHaveBody) refuseCoding(this.header('transfer-encoding'))
    const url = this.#address
    const isPathUnchanged = this.#path === undefined || this.#path === pathOf(url)
    const forwarded = this.isForwarded || !isPathUnchanged ? requestUrl(this) : url
    const isUnlimited = super.signal === this.clientSignal && this.streamLimit === Infinity
    const isAbsolute = url === this.#request.url
    if (
      !this.isRead &&
      isUnlimited &&
      isAbsolute &&
      isPathUnchanged &&
      haveSameOrigin(forwarded, url)
    )
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

  /** The signal of the base class, also aborted if the response is an event stream and the server closes. */
  override get signal(): AbortSignal {
    if (!this.events) return super.signal
    return (this.#signal ??= AbortSignal.any([super.signal, this.#abortController.signal]))
  }

  abort(): void {
    this.#abortController.abort()
  }

  get #abortController(): AbortController {
    return (this.#controller ??= new AbortController())
  }

  /**
   * The absolute URL of the request. On Bun, throws `HttpError` 400 if the host is invalid; on Deno, such a request has
   * already been rejected.
   */
  get #address(): string {
    const { url } = this.#request
    if (!isBun) return url
    const host = this.header('host') ?? ''
    const hostError = validateAddress(host, '')
    if (hostError) throw hostError
    // Without a Host header, as in HTTP/1.0, Bun's URL is only a path.
    return url.startsWith('/') ? `http://${host || 'localhost'}${url}` : url
  }
}

/** Returns the path of a URL. If the host is invalid or missing, the URL on Bun is just a path. */
function pathOf(url: string): string {
  const authority = url.startsWith('/') ? 0 : url.indexOf('://') + 3
  const start = url.indexOf('/', authority)
  const queryStart = url.indexOf('?', authority)
  // Deno does not add the missing `/` to a URL without a path.
  if (start === -1 || (queryStart !== -1 && queryStart < start)) return '/'
  const path = queryStart === -1 ? url.slice(start) : url.slice(start, queryStart)
  const hash = path.indexOf('#')
  return hash === -1 ? path : path.slice(0, hash)
}

function queryOf(url: string): string {
  const queryStart = url.indexOf('?')
  if (queryStart === -1) return ''
  const hash = url.indexOf('#')
  if (hash === -1) return url.slice(queryStart + 1)
  return hash < queryStart ? '' : url.slice(queryStart + 1, hash)
}

function haveSameOrigin(one: string, other: string): boolean {
  return one === other || new URL(one).origin === new URL(other).origin
}
