import type { IncomingMessage } from 'node:http'
import { bodyTooLarge, bodyTruncated } from '../../message/http-error.ts'

/** Takes a body piece by piece. */
export interface Sink<T> {
  /** The next piece comes when the promise, if any, has settled. */
  take(piece: Buffer<ArrayBuffer>): void | Promise<void>
  /** What is made of a body that was received whole. */
  finish(): T | Promise<T>
}

/** Gives a body of at most `limit` bytes to `sink`, pauses while it is busy, and resolves to what it makes of it. */
export function receive<T>(message: IncomingMessage, limit: number, sink: Sink<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // A body that no header announces has ended before anybody can listen for it.
    if (message.readableEnded) return resolve(sink.finish())
    const reception = new Reception(message, limit, sink, resolve, reject)
    // Without a listener for 'error' a broken connection is told about by 'close' alone.
    message
      .on('data', (piece: Buffer<ArrayBuffer>) => reception.take(piece))
      .on('end', () => reception.end())
      .on('close', () => reception.close())
  })
}

class Reception<T> {
  readonly #message: IncomingMessage
  readonly #limit: number
  readonly #sink: Sink<T>
  readonly #resolve: (made: T | Promise<T>) => void
  readonly #reject: (error: unknown) => void
  #size = 0
  #hasFailed = false

  constructor(
    message: IncomingMessage,
    limit: number,
    sink: Sink<T>,
    resolve: (made: T | Promise<T>) => void,
    reject: (error: unknown) => void,
  ) {
    this.#message = message
    this.#limit = limit
    this.#sink = sink
    this.#resolve = resolve
    this.#reject = reject
  }

  take(piece: Buffer<ArrayBuffer>): void {
    // What still arrives is dropped.
    if (this.#hasFailed) return
    this.#size += piece.length
    if (this.#size > this.#limit) return this.#fail(bodyTooLarge(this.#limit))
    const busy = this.#sink.take(piece)
    if (!busy) return
    this.#message.pause()
    busy.then(
      () => this.#message.resume(),
      (error: unknown) => this.#fail(error),
    )
  }

  end(): void {
    try {
      if (!this.#hasFailed) this.#resolve(this.#sink.finish())
    } catch (error) {
      this.#reject(error)
    }
  }

  close(): void {
    if (!this.#message.readableEnded) this.#reject(bodyTruncated())
  }

  #fail(error: unknown): void {
    this.#hasFailed = true
    this.#message.resume()
    this.#reject(error)
  }
}
