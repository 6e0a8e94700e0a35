import { bodyNotUtf8, bodyTooLarge } from '../../message/http-error.ts'
import { HttpRequest, isForwarded, type TakeBytes } from '../../message/http-request.ts'
import type { Peer } from '../../message/proxies.ts'
import { dropRest } from '../../message/limited-stream.ts'
import { requestUrl } from '../../message/request-url.ts'
import { peerAddress } from './peer-address.ts'

/** A web `Request`. */
export class FetchRequest extends HttpRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly #request: Request
  readonly #info: unknown
  #asRequest: Request | undefined

  /** `info` is what the platform gives beside the request. */
  constructor(request: Request, info: unknown) {
    super()
    const { url } = request
    const start = url.indexOf('/', url.indexOf('://') + 3)
    const hash = url.indexOf('#', start)
    const end = hash === -1 ? url.length : hash
    const mark = url.indexOf('?', start)
    const hasQuery = mark !== -1 && mark < end
    this.method = request.method
    this.path = url.slice(start, hasQuery ? mark : end)
    this.query = hasQuery ? url.slice(mark + 1, end) : ''
    this.#request = request
    this.#info = info
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined
  }

  override get source(): Request {
    return this.#request
  }

  protected async receiveText(limit: number): Promise<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    let text = ''
    await this.receiveBytes(limit, (bytes) => void (text += decode(decoder, bytes)))
    return text + decode(decoder)
  }

  protected async receiveBytes(limit: number, take: TakeBytes): Promise<void> {
    if (Number(this.header('content-length')) > limit) throw bodyTooLarge(limit)
    const reader = this.receiveStream().getReader()
    let size = 0
    try {
      for (;;) {
        const { done, value } = await reader.read()
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
    return this.#request.body ?? new Blob().stream()
  }

  toRequest(): Request {
    if (this.#asRequest) return this.#asRequest
    const { url } = this.#request
    const forwarded = isForwarded(this) ? requestUrl(this) : url
    const isOwn = this.signal === this.clientSignal && this.streamLimit === Infinity
    if (!this.isRead && isOwn && hasOriginOf(forwarded, url)) return this.#request
    return (this.#asRequest = this.#createRequest(forwarded))
  }

  #createRequest(url: string): Request {
    const { method, headers, bodyUsed } = this.#request
    const canHaveBody = method !== 'GET' && method !== 'HEAD'
    const hasBody = canHaveBody && (this.isRead || !bodyUsed)
    return new Request(url, {
      method,
      headers,
      signal: this.signal,
      ...(hasBody ? { body: whenRead(() => this.stream()), duplex: 'half' } : {}),
    })
  }

  protected get peer(): Peer {
    const { protocol, host } = new URL(this.#request.url)
    const address = peerAddress(this.#request, this.#info)
    return { address, secure: protocol === 'https:', host }
  }

  get clientSignal(): AbortSignal {
    return this.#request.signal
  }
}

function hasOriginOf(one: string, other: string): boolean {
  return one === other || new URL(one).origin === new URL(other).origin
}

/** A stream that opens another one only when it is read; until then binding may read the body. */
function whenRead(
  open: () => ReadableStream<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined
  return new ReadableStream(
    {
      async pull(controller) {
        reader ??= open().getReader()
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

function decode(decoder: TextDecoder, bytes?: Uint8Array<ArrayBuffer>): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch (cause) {
    throw bodyNotUtf8(cause)
  }
}
