import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { HttpError } from '../../binding/http-error.ts'
import type { IncomingRequest } from '../../binding/incoming-request.ts'
import { readBytes } from './read-bytes.ts'

/** A request of `node:http`. */
export class NodeRequest implements IncomingRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly #message: IncomingMessage
  readonly #response: ServerResponse
  #signal: AbortSignal | undefined

  constructor(message: IncomingMessage, response: ServerResponse) {
    const target = originForm(message.url as string)
    const mark = target.indexOf('?')
    this.method = message.method as string
    this.path = mark === -1 ? target : target.slice(0, mark)
    this.query = mark === -1 ? '' : target.slice(mark + 1)
    this.#message = message
    this.#response = response
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  async readText(limit: number): Promise<string> {
    const bytes = await readBytes(this.#message, limit)
    if (!isUtf8(bytes)) throw new HttpError(400, 'The request body is not valid UTF-8.')
    return bytes.toString()
  }

  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return Readable.toWeb(this.#message) as ReadableStream<Uint8Array<ArrayBuffer>>
  }

  toRequest(): Request {
    const { headers, socket, rawHeaders } = this.#message
    const scheme = 'encrypted' in socket ? 'https' : 'http'
    const search = this.query === '' ? '' : `?${this.query}`
    const url = `${scheme}://${headers.host ?? 'localhost'}${this.path}${search}`
    const hasBody = this.method !== 'GET' && this.method !== 'HEAD'
    return new Request(url, {
      method: this.method,
      headers: toHeaders(rawHeaders),
      signal: this.signal,
      ...(hasBody ? { body: this.stream(), duplex: 'half' } : {}),
    })
  }

  get signal(): AbortSignal {
    if (this.#signal) return this.#signal
    const controller = new AbortController()
    this.#response.once('close', () => {
      if (!this.#response.writableFinished) controller.abort()
    })
    return (this.#signal = controller.signal)
  }
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
