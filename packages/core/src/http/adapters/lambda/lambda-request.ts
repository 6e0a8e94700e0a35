import { isUtf8 } from 'node:buffer'
import { bodyNotUtf8, bodyTooLarge } from '../../message/http-error.ts'
import { HttpRequest } from '../../message/http-request.ts'
import type { Peer } from '../../message/proxies.ts'
import { requestUrl } from '../../message/request-url.ts'
import type { ChunkHandler } from '../../message/whole-body.ts'
import type { ParsedEvent } from './event.ts'

/** A request created from an AWS Lambda event. Its body has already arrived. */
export class LambdaRequest extends HttpRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly #event: ParsedEvent
  #signal: AbortSignal | undefined
  #asRequest: Request | undefined

  constructor(event: ParsedEvent) {
    super()
    this.method = event.method
    this.path = event.path
    this.query = event.query
    this.#event = event
  }

  header(name: string): string | undefined {
    return this.#event.headers.get(name)
  }

  protected async receiveText(limit: number): Promise<string> {
    const bytes = this.#body(limit)
    if (!isUtf8(bytes)) throw bodyNotUtf8()
    return bytes.toString()
  }

  protected async receiveBytes(limit: number, onChunk: ChunkHandler): Promise<void> {
    const bytes = this.#body(limit)
    if (bytes.length > 0) await onChunk(bytes)
  }

  protected receiveStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new Blob([this.#event.body]).stream()
  }

  toRequest(): Request {
    return (this.#asRequest ??= this.#createRequest())
  }

  /** A signal that is never aborted, because Lambda does not report when a client disconnects. */
  get clientSignal(): AbortSignal {
    return (this.#signal ??= new AbortController().signal)
  }

  protected get peer(): Peer {
    return { address: this.#event.sourceIp, secure: true, host: this.header('host') ?? '' }
  }

  #body(limit: number): Buffer<ArrayBuffer> {
    const { body } = this.#event
    if (body.length > limit) throw bodyTooLarge(limit)
    return body
  }

  #createRequest(): Request {
    const { method, signal } = this
    const { headers } = this.#event
    const body = this.#body(this.streamLimit)
    const url = requestUrl(this)
    const hasBody = method !== 'GET' && method !== 'HEAD'
    return new Request(url, { method, headers: [...headers], signal, ...(hasBody ? { body } : {}) })
  }
}
