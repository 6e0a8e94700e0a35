import { HttpError } from '../../binding/http-error.ts'
import type { IncomingRequest } from '../../binding/incoming-request.ts'

/** A web `Request`. */
export class FetchRequest implements IncomingRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly #request: Request

  constructor(request: Request) {
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
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined
  }

  async readText(limit: number): Promise<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const tooLarge = new HttpError(413, `The request body is over ${limit} bytes.`)
    if (Number(this.header('content-length')) > limit) throw tooLarge
    let text = ''
    let size = 0
    for await (const chunk of this.stream()) {
      size += chunk.byteLength
      if (size > limit) throw tooLarge
      text += decode(decoder, chunk)
    }
    return text + decode(decoder)
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#request.body ?? new Blob().stream()
  }

  toRequest(): Request {
    return this.#request
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }
}

function decode(decoder: TextDecoder, chunk?: Uint8Array<ArrayBuffer>): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch (cause) {
    throw new HttpError(400, 'The request body is not valid UTF-8.', { cause })
  }
}
