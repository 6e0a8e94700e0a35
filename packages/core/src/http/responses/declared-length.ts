import { isResponse, type Reply } from '../message/reply.ts'

/** Thrown if the `Content-Length` of a response is invalid, or differs from the length of its body. */
export class WrongContentLength extends Error {
  override readonly name = 'WrongContentLength'
  /** The value of the `Content-Length` header. */
  readonly declared: string

  constructor(declared: string, problem: string) {
    super(
      `The response declares Content-Length ${declared}, and ${problem}. Leave the header out: ` +
        'the server sets it if the length is known.',
    )
    this.declared = declared
  }
}

/** Counts the bytes of a body with a declared length. Does nothing if there is no declared length. */
export class DeclaredLength {
  /** The length in bytes; undefined if the response does not declare one. */
  readonly bytes: number | undefined
  #sent = 0

  /** Throws `WrongContentLength` if the header is not a valid length. */
  constructor(response: Reply | Response) {
    const text = isResponse(response) ? response.headers.get('content-length') : lengthsOf(response)
    if (text === null) return
    if (!/^\d{1,15}$/u.test(text)) throw new WrongContentLength(text, 'that is not a length')
    this.bytes = Number(text)
  }

  /** Counts a chunk before it is sent. Throws `WrongContentLength` if the body is too long. */
  add(chunk: Uint8Array | string): void {
    if (this.bytes === undefined) return
    this.#sent += Buffer.byteLength(chunk)
    if (this.#sent > this.bytes) throw new WrongContentLength(`${this.bytes}`, 'its body is longer')
  }

  /** Checks the length after the last chunk. Throws `WrongContentLength` if the body is too short. */
  end(): void {
    if (this.bytes === undefined || this.#sent === this.bytes) return
    throw new WrongContentLength(`${this.bytes}`, `its body ended after ${this.#sent} bytes`)
  }
}

/** Returns the headers without `content-length` and `transfer-encoding`, which the server sets itself. */
export function withoutFraming(headers: readonly string[]): readonly string[] {
  for (let index = 0; index < headers.length; index += 2) {
    if (!isFraming(headers[index] as string)) continue
    return headers.filter((_, offset) => !isFraming(headers[offset - (offset % 2)] as string))
  }
  return headers
}

function isFraming(name: string): boolean {
  if (name.length !== 14 && name.length !== 17) return false
  return /^(?:content-length|transfer-encoding)$/iu.test(name)
}

/** Joins repeated headers as `Headers` does, so that two lengths are detected as invalid. */
function lengthsOf({ headers }: Reply): string | null {
  const lengths = headers.filter(
    (_, offset) => offset % 2 === 1 && headers[offset - 1]?.toLowerCase() === 'content-length',
  )
  return lengths.length === 0 ? null : lengths.join(', ')
}
