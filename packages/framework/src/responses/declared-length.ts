import { isResponse, type Reply } from '../message/reply.ts'

/** A body does not have the length that its `Content-Length` declares. */
export class WrongContentLength extends Error {
  override readonly name = 'WrongContentLength'
  /** The value of the header. */
  readonly declared: string

  constructor(declared: string, problem: string) {
    super(
      `The answer declares Content-Length ${declared}, and ${problem}. Leave the header out: ` +
        'whoever sends the answer sets it where the length is known.',
    )
    this.declared = declared
  }
}

/** Counts the pieces of a body that is sent under a declared length. Without one, all pieces pass. */
export class DeclaredLength {
  /** The length in bytes; undefined where the answer declares none. */
  readonly bytes: number | undefined
  #sent = 0

  /** Throws `WrongContentLength` for a header that says no length. */
  constructor(answer: Reply | Response) {
    const text = isResponse(answer) ? answer.headers.get('content-length') : lengthsOf(answer)
    if (text === null) return
    if (!/^\d{1,15}$/u.test(text)) throw new WrongContentLength(text, 'that is no length')
    this.bytes = Number(text)
  }

  /** Before a piece is sent. Throws `WrongContentLength` where it would be too much. */
  add(piece: Uint8Array | string): void {
    if (this.bytes === undefined) return
    this.#sent += Buffer.byteLength(piece)
    if (this.#sent > this.bytes) throw new WrongContentLength(`${this.bytes}`, 'its body is longer')
  }

  /** After the last piece. Throws `WrongContentLength` where something is missing. */
  end(): void {
    if (this.bytes === undefined || this.#sent === this.bytes) return
    throw new WrongContentLength(`${this.bytes}`, `its body ended after ${this.#sent} bytes`)
  }
}

/** The headers without those that say where a body ends: whoever sends it knows. */
export function withoutFraming(headers: readonly string[]): readonly string[] {
  for (let index = 0; index < headers.length; index += 2) {
    if (!isFraming(headers[index] as string)) continue
    return headers.filter((_, place) => !isFraming(headers[place - (place % 2)] as string))
  }
  return headers
}

function isFraming(name: string): boolean {
  if (name.length !== 14 && name.length !== 17) return false
  return /^(?:content-length|transfer-encoding)$/iu.test(name)
}

/** Joined as `Headers` joins them, so two lengths are not a valid one. */
function lengthsOf({ headers }: Reply): string | null {
  const found = headers.filter(
    (_, place) => place % 2 === 1 && headers[place - 1]?.toLowerCase() === 'content-length',
  )
  return found.length === 0 ? null : found.join(', ')
}
