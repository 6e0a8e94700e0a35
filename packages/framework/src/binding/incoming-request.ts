/** A request of any platform. Nothing is parsed or read before it is asked for. */
export interface IncomingRequest {
  /** Upper case, such as `GET`. */
  readonly method: string
  /** The path as sent: percent-encoded, without the query string. */
  readonly path: string
  /** The query string as sent, without `?`; empty when there is none. */
  readonly query: string
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined
  /** The whole body as text. Throws `HttpError` 413 over `limit` bytes, 400 when it is not UTF-8. */
  readText(limit: number): Promise<string>
  /** The body as it arrives; empty when there is none. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>
  toRequest(): Request
  /** Aborted when the client goes away before the response is complete. */
  readonly signal: AbortSignal
}
