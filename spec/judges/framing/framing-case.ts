/** What a response has to be: its status, one of several, or a status with a body. */
export type ExpectedResponse =
  | number
  | readonly number[]
  | { readonly status: number; readonly body: string }

/**
 * Bytes that are sent on a connection, and what has to come back. A request for `/probe` follows them: if it gets its
 * response, the connection was kept, and both sides agree on where the next request begins.
 */
export interface FramingCase {
  /** The section that requires it, such as "RFC 9112 6.3". */
  readonly cites: string
  /** One character for each byte. Pieces are sent one after the other. */
  readonly sent: string | readonly string[]
  /** The responses before that of the probe: exactly these, so that a request that is hidden in a body fails the case. */
  readonly responses: readonly ExpectedResponse[]
  /** What happens to the connection afterwards; the default is `kept`. */
  readonly connection?: 'kept' | 'closed' | 'either'
  /** True if the client sends no probe but ends its side, so the server is not left waiting for a body. */
  readonly ends?: boolean
  /** True if the responses have no body, because the requests are HEAD. */
  readonly isHead?: boolean
  /** Has to match all that comes back, apart from the response of the probe. */
  readonly matches?: RegExp
}

export type FramingCases = Readonly<Record<string, FramingCase>>

export function get(target: string, headers = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: a.example\r\n${headers}\r\n`
}

/** A POST with a body of a declared length. */
export function post(target: string, body: string, headers = ''): string {
  return postAs(target, `Content-Length: ${body.length}\r\n${headers}`, body)
}

/** A POST whose headers declare the body in their own way. */
export function postAs(target: string, headers: string, body: string): string {
  return `POST ${target} HTTP/1.1\r\nHost: a.example\r\n${headers}\r\n${body}`
}

/** A POST to `/echo` in chunks. */
export function chunked(chunks: string, headers = ''): string {
  return postAs('/echo', `Transfer-Encoding: chunked\r\n${headers}`, chunks)
}

/** A request that must never be served, because it is part of another one. */
export const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a.example\r\n\r\n'

/** A response that refuses the request, and ends the connection. */
export const refused = { responses: [400], connection: 'closed' } as const

/** As `refused`, if the standard leaves the status to the server. */
export function refusedWith(...statuses: readonly number[]) {
  return { responses: [statuses], connection: 'closed' } as const
}

/** A body that `/echo` returns. */
export function echoed(body: string): ExpectedResponse {
  return { status: 200, body }
}
