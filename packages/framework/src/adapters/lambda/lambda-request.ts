import { isUtf8 } from 'node:buffer'
import { bodyNotUtf8, bodyTooLarge } from '../../message/http-error.ts'
import type { IncomingRequest, TakeBytes } from '../../message/incoming-request.ts'
import { requestUrl } from '../../message/request-url.ts'
import type { ReadEvent } from './event.ts'

/** A request out of an event of AWS Lambda, where the body has arrived already. */
export class LambdaRequest implements IncomingRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly #event: ReadEvent
  #signal: AbortSignal | undefined
  #asRequest: Request | undefined

  constructor(event: ReadEvent) {
    this.method = event.method
    this.path = event.path
    this.query = event.query
    this.#event = event
  }

  header(name: string): string | undefined {
    return this.#event.headers.get(name)
  }

  async readText(limit: number): Promise<string> {
    const bytes = this.#body(limit)
    if (!isUtf8(bytes)) throw bodyNotUtf8()
    return bytes.toString()
  }

  async passBytes(limit: number, take: TakeBytes): Promise<void> {
    const bytes = this.#body(limit)
    if (bytes.length > 0) await take(bytes)
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new Blob([this.#event.body]).stream()
  }

  toRequest(): Request {
    return (this.#asRequest ??= this.#createRequest())
  }

  /** Never aborted: Lambda does not say when a client leaves. */
  get signal(): AbortSignal {
    return (this.#signal ??= new AbortController().signal)
  }

  #body(limit: number): Buffer<ArrayBuffer> {
    const { body } = this.#event
    if (body.length > limit) throw bodyTooLarge(limit)
    return body
  }

  #createRequest(): Request {
    const { method } = this
    const { headers, body } = this.#event
    const url = requestUrl('https', headers.get('host'), this)
    const hasBody = method !== 'GET' && method !== 'HEAD'
    return new Request(url, { method, headers: [...headers], ...(hasBody ? { body } : {}) })
  }
}
