import { Buffer, isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** The maximum number of bytes to keep of a body. */
const limit = 16 * 1024

/** A copy of the beginning of a body. */
export class BodyCopy {
  readonly #chunks: Buffer[] = []
  /** The size of the whole body, in bytes. */
  size = 0
  #copiedBytes = 0

  /** The copy as a string; undefined for binary data. */
  get text(): string | undefined {
    const bytes = Buffer.concat(this.#chunks)
    // The last character may be cut off.
    const isText = [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)))
    return isText ? bytes.toString('utf8') : undefined
  }

  get isComplete(): boolean {
    return this.#copiedBytes === this.size
  }

  append(chunk: unknown): void {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return
    const bytes = Buffer.from(chunk as string)
    this.size += bytes.length
    const copied = bytes.subarray(0, limit - this.#copiedBytes)
    this.#copiedBytes += copied.length
    if (copied.length > 0) this.#chunks.push(copied)
  }
}

/** Copies the body of a request while the application reads it. */
export function copyRequest(message: IncomingMessage): BodyCopy {
  const copy = new BodyCopy()
  const push = message.push.bind(message)
  message.push = (chunk: unknown, encoding?: BufferEncoding) => {
    copy.append(chunk)
    return push(chunk, encoding)
  }
  return copy
}

/** A copy of a response. */
export interface ResponseCopy {
  readonly body: BodyCopy
  /** The headers, as alternating names and values. */
  readonly headers: string[]
}

/** Copies a response while it is sent. */
export function copyResponse(response: ServerResponse): ResponseCopy {
  const copy: ResponseCopy = { body: new BodyCopy(), headers: [] }
  for (const name of ['write', 'end'] as const) {
    const send = response[name].bind(response) as (...args: unknown[]) => never
    response[name] = (...args: unknown[]) => {
      copy.body.append(args[0])
      if (copy.headers.length === 0) copy.headers.push(...writtenHeaders(response))
      return send(...args)
    }
  }
  const begin = response.writeHead.bind(response) as (...args: unknown[]) => typeof response
  response.writeHead = (...args: unknown[]) => {
    const headers = args.at(-1)
    if (Array.isArray(headers)) copy.headers.push(...headers.map(String))
    else if (typeof headers === 'object' && headers !== null) {
      copy.headers.push(...Object.entries(headers).flat().map(String))
    }
    return begin(...args)
  }
  return copy
}

/** Returns the headers that the framework wrote itself, without `writeHead`. See `decisions/response-heads.md`. */
function writtenHeaders(response: ServerResponse): string[] {
  const { _header: head } = response as unknown as { readonly _header?: string | null }
  const lines = (head ?? '').split('\r\n').slice(1)
  return lines.flatMap((line) => {
    const at = line.indexOf(': ')
    return at === -1 ? [] : [line.slice(0, at), line.slice(at + 2)]
  })
}

/** Returns a header from a list of alternating names and values. */
export function headerOf(headers: readonly string[], name: string): string | undefined {
  const index = headers.findIndex((each, at) => at % 2 === 0 && each.toLowerCase() === name)
  return index === -1 ? undefined : headers[index + 1]
}
