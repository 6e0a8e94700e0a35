/** One request, and the response that the standard asks for. */
export interface ContentCase {
  /** The section and what it is about: `RFC 9110, 14.1.2: the last bytes`. No other case has the same. */
  readonly name: string
  /** The request as it is sent, with its body. */
  readonly request: string | Uint8Array
  /** A list if the standard leaves a choice. */
  readonly status: number | readonly number[]
  /** By lower-case name; null for a header that must not be sent. The values of a repeated one are joined by `, `. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>
  /** A string, or a JSON value. Not checked if it is left out. */
  readonly body?: unknown
}

/** The head of a request without a body, whose connection is closed after the response. */
export function head(method: string, path: string, ...lines: readonly string[]): string {
  const all = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...lines]
  return `${all.join('\r\n')}\r\n\r\n`
}

/** A request with a body of a declared length. Each character of `body` is one byte. */
export function post(path: string, body: string, ...lines: readonly string[]): Uint8Array {
  const bytes = Buffer.from(body, 'latin1')
  const start = head('POST', path, `Content-Length: ${bytes.length}`, ...lines)
  return Buffer.concat([Buffer.from(start, 'latin1'), bytes])
}
