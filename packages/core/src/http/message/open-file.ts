import { close, closeSync, fstat, open, read } from 'node:fs'

/** A part of a file: the bytes from `start` up to `end`, exclusive. */
export interface FilePart {
  readonly path: string
  /** The inode of the file when the response was created. */
  readonly inode: number
  readonly start: number
  readonly end: number
}

/**
 * Thrown if the file was replaced before it was sent. The `Content-Length` and `ETag` of the response would be wrong.
 */
class FileReplaced extends Error {
  override readonly name = 'FileReplaced'

  constructor(path: string) {
    super(`${path} was replaced by another file before it was sent.`)
  }
}

const chunkSize = 64 * 1024

/**
 * A file that is read in chunks. Does not use a `FileHandle`, because Node.js terminates the process when one is
 * garbage collected, and some consumers do not cancel their stream.
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

  /** Returns the next chunk; undefined after `close`. The file is also closed when `owner` is garbage collected. */
  async next(owner: object): Promise<Uint8Array | undefined> {
    let isLast = true
    try {
      const chunk = await (this.#reading = this.#read(owner))
      isLast = this.isComplete
      return this.#isClosed ? undefined : chunk
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

  async #read(owner: object): Promise<Uint8Array> {
    const { path, end } = this.#part
    const descriptor = this.#descriptor ?? (await this.#open(owner))
    const chunk = new Uint8Array(Math.min(chunkSize, end - this.#position))
    const count = await toPromise<number>((done) =>
      read(descriptor, chunk, 0, chunk.length, this.#position, done),
    )
    this.#position += count
    if (count === 0 && !this.isComplete) {
      throw new Error(
        `${path} ended after ${this.#position} of ${end} bytes while it was sent. Write a changed file under another ` +
          'name, and rename it.',
      )
    }
    return chunk.subarray(0, count)
  }

  async #open(owner: object): Promise<number> {
    const { path, inode } = this.#part
    const descriptor = await toPromise<number>((done) => open(path, 'r', done))
    this.#descriptor = descriptor
    OpenFile.#abandoned.register(owner, this, this)
    const { ino } = await toPromise<{ readonly ino: number }>((done) => fstat(descriptor, done))
    if (ino !== inode) throw new FileReplaced(path)
    return descriptor
  }

  async #release(): Promise<void> {
    const descriptor = this.#detachDescriptor()
    if (descriptor !== undefined) await toPromise<void>((done) => close(descriptor, done))
  }

  #closeNow(): void {
    const descriptor = this.#detachDescriptor()
    if (descriptor !== undefined) closeSync(descriptor)
  }

  /** Returns the descriptor to the first caller only, which must close it. */
  #detachDescriptor(): number | undefined {
    const descriptor = this.#descriptor
    this.#descriptor = undefined
    if (descriptor !== undefined) OpenFile.#abandoned.unregister(this)
    return descriptor
  }
}

type Done<T> = (error: Error | null, value: T) => void

function toPromise<T>(start: (done: Done<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    start((error, value) => (error ? reject(error) : resolve(value)))
  })
}
