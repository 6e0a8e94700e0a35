import { Buffer, isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { RequestBodyAlreadyRead } from '../../message/errors.ts'
import { bodyNotUtf8, bodyTooLarge, bodyTruncated } from '../../message/http-error.ts'
import type { ChunkHandler } from '../../message/whole-body.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The number of buffered bytes at which the connection is paused. Node itself uses the same limit. */
const maxBufferedBytes = 65_536

/**
 * The body of a `node:http` request. It can be read only once, and only before the response is
 * complete.
 */
export class NodeBody {
  readonly #message: IncomingMessage
  readonly #isAnnounced: boolean
  #isUsed = false
  #isDropped = false
  /** Rejects the current read. Has no effect after the read has settled. */
  #rejectRead: (error: Error) => void = ignore

  /** `isAnnounced` is true if the headers announce a body, which may be empty. */
  constructor(message: IncomingMessage, isAnnounced: boolean) {
    this.#message = message
    this.#isAnnounced = isAnnounced
  }

  /** True if a read has begun. */
  get isUsed(): boolean {
    return this.#isUsed
  }

  /** Marks the body as read. Throws if it was already read, or if the rest of it will not arrive. */
  markUsed(): void {
    const message = this.#message
    const hasEnded = message.readableEnded
    if (this.#isDropped || (!hasEnded && message.destroyed)) throw bodyTruncated()
    if (hasEnded && !this.#isAnnounced) return
    if (this.#isUsed) throw new RequestBodyAlreadyRead()
    // When a response is complete, Node discards a body that was not read.
    if (hasEnded) throw bodyTruncated()
    this.#isUsed = true
  }

  /**
   * Reads the body as a string. Rejects if it has more than `limit` bytes. Creates only one promise, and decodes a body
   * of one chunk without a copy.
   */
  text(limit: number): Promise<string> {
    const message = this.#message
    return new Promise((resolve, reject) => {
      if (message.readableEnded) return resolve('')
      this.#rejectRead = reject
      let firstChunk: Buffer | undefined
      let moreChunks: Buffer[] | undefined
      let size = 0
      message
        .on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > limit) return reject(bodyTooLarge(limit))
          if (firstChunk === undefined) firstChunk = chunk
          else (moreChunks ??= []).push(chunk)
        })
        .on('end', () => {
          if (firstChunk === undefined) return resolve('')
          const bytes = moreChunks ? Buffer.concat([firstChunk, ...moreChunks]) : firstChunk
          const text = bytes.toString()
          // Invalid bytes are decoded to U+FFFD. Searching for it costs nothing if the string is ASCII.
          if (text.includes('\ufffd') && !isUtf8(bytes)) reject(bodyNotUtf8())
          else resolve(text)
        })
        .on('close', () => {
          if (!message.readableEnded) reject(bodyTruncated())
        })
    })
  }

  /**
   * Passes the chunks of the body to `onChunk`. If `onChunk` returns a promise, pauses the stream
   * until it has settled. Rejects if the body has more than `limit` bytes.
   */
  forEachChunk(limit: number, onChunk: ChunkHandler): Promise<void> {
    const message = this.#message
    return new Promise((resolve, reject) => {
      // If the headers announce no body, the message has already ended.
      if (message.readableEnded) return resolve()
      let size = 0
      let hasFailed = false
      const fail = (error: unknown) => {
        hasFailed = true
        message.resume()
        reject(error)
      }
      this.#rejectRead = fail
      // Without an 'error' listener, a broken connection is reported only by 'close'.
      message
        .on('data', (chunk: Buffer<ArrayBuffer>) => {
          // Chunks that still arrive are discarded.
          if (hasFailed) return
          size += chunk.length
          if (size > limit) return fail(bodyTooLarge(limit))
          const pending = onChunk(chunk)
          if (!pending) return
          message.pause()
          pending.then(() => message.resume(), fail)
        })
        .on('end', resolve)
        .on('close', () => {
          if (!message.readableEnded) reject(bodyTruncated())
        })
    })
  }

  /** Returns the body as a stream. If it is cancelled, the rest stays unread in the connection. */
  stream(): ReadableStream<Bytes> {
    const message = this.#message
    let isFlowing = false
    let hasEnded = false
    return new ReadableStream(
      {
        pull: (controller) => {
          if (isFlowing) return void message.resume()
          isFlowing = true
          const end = (error?: Error) => {
            if (hasEnded) return
            hasEnded = true
            if (error) controller.error(error)
            else controller.close()
          }
          if (message.readableEnded) return end()
          this.#rejectRead = end
          message
            .on('data', ({ buffer, byteOffset, length }: Buffer<ArrayBuffer>) => {
              controller.enqueue(new Uint8Array(buffer, byteOffset, length))
              if ((controller.desiredSize ?? 0) <= -maxBufferedBytes) message.pause()
            })
            .on('end', () => end())
            .on('close', () => {
              if (!message.readableEnded) end(bodyTruncated())
            })
        },
        cancel: () => {
          hasEnded = true
          if (isFlowing) message.removeAllListeners('data').pause()
        },
      },
      { highWaterMark: 0, size: ({ byteLength }) => byteLength },
    )
  }

  /** Rejects the current read, and discards the rest of the body. */
  drop(): void {
    this.#isDropped = true
    this.#message.removeAllListeners('data')
    this.#rejectRead(bodyTruncated())
    this.#message.resume()
  }
}

function ignore(): void {}
