/** What a reply carries: text, bytes, a stream, or nothing. */
export type ReplyBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

/** An answer for any platform, written directly by its adapter. */
export class Reply {
  readonly status: number
  /** Name, value, name, value … A name may repeat, as `Set-Cookie` does. */
  readonly headers: readonly string[]
  readonly body: ReplyBody

  constructor(status: number, headers: readonly string[], body: ReplyBody) {
    if (!(status >= 200 && status <= 599)) {
      throw new RangeError(`A reply has a status from 200 to 599, and ${status} is none.`)
    }
    this.status = status
    this.headers = headers
    this.body = body
  }

  /** The first value of a header, by its name in any case. */
  header(name: string): string | undefined {
    const wanted = name.toLowerCase()
    for (let index = 0; index < this.headers.length; index += 2) {
      if (this.headers[index]?.toLowerCase() === wanted) return this.headers[index + 1]
    }
    return undefined
  }

  /** The same reply with one more header. */
  withHeader(name: string, value: string): Reply {
    return this.withHeaders([...this.headers, name, value])
  }

  /** The same reply with these headers in the place of its own. */
  withHeaders(headers: readonly string[]): Reply {
    return new Reply(this.status, headers, this.body)
  }

  /** The same reply without the headers of a name. */
  withoutHeader(name: string): Reply {
    if (this.header(name) === undefined) return this
    const unwanted = name.toLowerCase()
    const isKept = (position: number) =>
      this.headers[position - (position % 2)]?.toLowerCase() !== unwanted
    return this.withHeaders(this.headers.filter((_, position) => isKept(position)))
  }
}

/** Whether an answer of this status never has a body. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 304 || status === 205
}
