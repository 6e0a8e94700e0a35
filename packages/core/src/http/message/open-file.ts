import { close, closeSync, fstat, open, read } from 'node:fs'

/** A part of a file: the bytes from `start` up to `end`, exclusive. */
export interface FilePart {
  readonly path: string
  /** The inode of the file when the response was created. */
  readonly inode: number
  readonly start: number
  readonly end: number
}

/** Thrown if the file was replaced before it was sent. Its length and tag would be wrong. */
class FileReplaced extends Error {
  override readonly name = 'FileReplaced'

  constructor(path: string) {
    super(`${path} was replaced by another file before it was sent.`)
  }
}

const pieceSize = 64 * 1024

/**
 * Owns a file descriptor. It does not use a `FileHandle`, because Node.js terminates the process when one is garbage
 * collected, and some consumers do not cancel their stream.
 */
export class OpenFile {
  /** Closes the files of streams that were garbage collected without being cancelled. */
  static readonly #abandoned = new FinalizationRegistry<OpenFile>((file) => file.#closeNow())

  readonly #part: FilePart
  #position: number
  #descriptor: number | undefined
  /** The current read. A descriptor is not closed while it is in use. */
  #reading: Promise<unknown> | undefined
  #isClosed = false

  constructor(part: FilePart) {
    this.#part = part
    this.#position = part.start
  }

  get isComplete(): boolean {
    return this.#position >= this.#part.end
  }

  /** Returns the next chunk; undefined after `close`. The file is also closed when `user` is garbage collected. */
  async next(user: object): Promise<Uint8Array | undefined> {
    let isLast = true
    try {
      const piece = await (this.#reading = this.#read(user))
      isLast = this.isComplete
      return this.#isClosed ? undefined : piece
    } finally {
      this.#reading = undefined
      if (isLast) await this.#release()
    }
  }

  /** Closes the file after the current read. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#reading?.catch(() => {})
    await this.#release()
  }

  async #read(user: object): Promise<Uint8Array> {
    const { path, end } = this.#part
    const descriptor = this.#descriptor ?? (await this.#open(user))
    const piece = new Uint8Array(Math.min(pieceSize, end - this.#position))
    const count = await called<number>((done) =>
      read(descriptor, piece, 0, piece.length, this.#position, done),
    )
    this.#position += count
    if (count === 0 && !this.isComplete) {
      throw new Error(
        `${path} ended after ${this.#position} of ${end} bytes while it was sent. Write a changed file under another ` +
          'name, and rename it.',
      )
    }
    return piece.subarray(0, count)
  }

  async #open(user: object): Promise<number> {
    const { path, inode } = this.#part
    const descriptor = await called<number>((done) => open(path, 'r', done))
    this.#descriptor = descriptor
    OpenFile.#abandoned.register(user, this, this)
    const { ino } = await called<{ readonly ino: number }>((done) => fstat(descriptor, done))
    if (ino !== inode) throw new FileReplaced(path)
    return descriptor
  }

  async #release(): Promise<void> {
    const descriptor = this.#take()
    if (descriptor !== undefined) await called<void>((done) => close(descriptor, done))
  }

  #closeNow(): void {
    const descriptor = this.#take()
    if (descriptor !== undefined) closeSync(descriptor)
  }

  /** Returns the descriptor to the first caller only, which must close it. */
  #take(): number | undefined {
    const descriptor = this.#descriptor
    this.#descriptor = undefined
    if (descriptor !== undefined) OpenFile.#abandoned.unregister(this)
    return descriptor
  }
}

type Done<T> = (error: Error | null, value: T) => void

function called<T>(start: (done: Done<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    start((error, value) => (error ? reject(error) : resolve(value)))
  })
}
