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
  /** The whole body as text. Rejects with `HttpError` 413 over `limit` bytes, 400 when it is not UTF-8. */
  readText(limit: number): Promise<string>
  /** Gives the body to `take` as it arrives. Rejects with `HttpError` 413 over `limit` bytes. */
  passBytes(limit: number, take: TakeBytes): Promise<void>
  /** Whether the pieces that `passBytes` gives belong to `take` alone. */
  readonly givesPiecesAway?: boolean
  /** The body as it arrives; empty when there is none. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>
  /** The same object at every call. It has no body where the body was read before the first call. */
  toRequest(): Request
  /** Aborted when the client goes away before the response is complete. */
  readonly signal: AbortSignal
}

/** Takes a piece of a body. The next one comes when the promise, if any, has settled. */
export type TakeBytes = (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>
