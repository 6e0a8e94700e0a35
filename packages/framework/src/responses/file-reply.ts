import type { Stats } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { judgeConditions, type Validators } from './conditions.ts'
import { ErrorResponse } from './error-response.ts'
import { readRange, type ByteRange } from './range.ts'
import { Reply } from './reply.ts'

/** What a file reply needs to know about a request. */
interface Asking {
  readonly method: string
  header(name: string): string | undefined
}

/** A whole file. What a request asks of it, such as a range, is known when it is answered. */
export class FileReply extends Reply {
  readonly #path: string
  readonly #size: number
  readonly #validators: Validators

  static of(path: string, stats: Stats, status: number, headers: readonly string[]): FileReply {
    const { size, mtime, mtimeMs } = stats
    const etag = `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`
    const lastModified = mtime.toUTCString()
    const facts = ['etag', etag, 'last-modified', lastModified, 'accept-ranges', 'bytes']
    return new FileReply(path, size, { etag, lastModified }, status, [
      ...headers,
      ...facts,
      'content-length',
      String(size),
    ])
  }

  private constructor(
    path: string,
    size: number,
    validators: Validators,
    status: number,
    headers: readonly string[],
  ) {
    super(status, headers, streamOf(path, 0, size))
    this.#path = path
    this.#size = size
    this.#validators = validators
  }

  override withHeaders(headers: readonly string[]): FileReply {
    return new FileReply(this.#path, this.#size, this.#validators, this.status, headers)
  }

  /** The file, the part of it, or the status that the request asks for. */
  answer(request: Asking): Reply | Promise<Reply> {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || this.status !== 200) return this.#send(this, 0, this.#size)
    const refused = judgeConditions(request, this.#validators)
    if (refused !== undefined) return this.#withoutContent(refused)
    if (request.method === 'HEAD') return new Reply(200, this.headers, null)
    const range = readRange(request, this.#size, this.#validators)
    if (!range) return this.#send(this, 0, this.#size)
    const whole = `*/${this.#size}`
    if (range === 'unsatisfiable') {
      const reply = ErrorResponse.create(416, `The file has ${this.#size} bytes.`)
      return reply.withHeader('content-range', `bytes ${whole}`)
    }
    return this.#sendPart(range)
  }

  #sendPart({ first, last }: ByteRange): Promise<Reply> {
    const { headers } = this.withoutHeader('content-length')
      .withHeader('content-range', `bytes ${first}-${last}/${this.#size}`)
      .withHeader('content-length', String(last - first + 1))
    return this.#send(new Reply(206, headers, null), first, last + 1)
  }

  /** Opens the file first, so that one that cannot be read is still an error and no broken answer. */
  async #send({ status, headers }: Reply, start: number, end: number): Promise<Reply> {
    const file = await open(this.#path)
    return new Reply(status, headers, streamOf(this.#path, start, end, file))
  }

  #withoutContent(status: number): Reply {
    const { headers } = this.withoutHeader('content-length').withoutHeader('content-type')
    return new Reply(status, headers, null)
  }
}

const pieceSize = 64 * 1024

/** The bytes from `start` up to and without `end`; without `opened` the file is opened when they are asked for. */
function streamOf(
  path: string,
  start: number,
  end: number,
  opened?: FileHandle,
): ReadableStream<Uint8Array> {
  let file = opened
  let position = start
  const readPiece = async (): Promise<Uint8Array> => {
    file ??= await open(path)
    const piece = new Uint8Array(Math.min(pieceSize, end - position))
    const { bytesRead } = await file.read(piece, 0, piece.length, position)
    position += bytesRead
    if (bytesRead === 0 && position < end) {
      throw new Error(
        `${path} ended after ${position} of ${end} bytes while it was sent. Write a changed file under another ` +
          'name, and rename it.',
      )
    }
    return piece.subarray(0, bytesRead)
  }
  return new ReadableStream(
    {
      async pull(controller) {
        let piece: Uint8Array | undefined
        try {
          piece = await readPiece()
          if (piece.length > 0) controller.enqueue(piece)
        } finally {
          if (!piece?.length || position >= end) await file?.close()
        }
        if (piece.length === 0 || position >= end) controller.close()
      },
      cancel: () => file?.close(),
    },
    { highWaterMark: 0 },
  )
}
