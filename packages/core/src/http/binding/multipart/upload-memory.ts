import { createTemporaryFile, type TemporaryFile } from './temporary-file.ts'

/** The maximum size of files that a form keeps in memory, in bytes. Further chunks are written to disk. */
const mostInMemory = 1024 * 1024

/** The memory that is shared by the files of one form, and their temporary files. */
export class UploadMemory {
  readonly #ownsPieces: boolean
  readonly #files: TemporaryFile[] = []
  #bytes = 0
  #isDiscarded = false
  #written: Promise<void> = Promise.resolve()

  constructor(ownsPieces: boolean) {
    this.#ownsPieces = ownsPieces
  }

  get isOnDisk(): boolean {
    return this.#files.length > 0
  }

  /** Counts bytes. If the memory is used up and the platform has files, returns a temporary file. */
  spill(bytes: number): TemporaryFile | undefined {
    this.#bytes += bytes
    if (this.#bytes <= mostInMemory || this.#isDiscarded) return undefined
    const file = createTemporaryFile()
    if (file) this.#files.push(file)
    return file
  }

  /** Writes chunks after all earlier ones. If the form owns their memory, it is then freed. */
  moveToDisk(file: TemporaryFile, pieces: readonly Uint8Array<ArrayBuffer>[]): void {
    this.write(async () => {
      await file.append(pieces)
      if (this.#ownsPieces) pieces.forEach(free)
    })
  }

  /** Queues a write. Does nothing after `discard`, when the parser may still flush its buffer. */
  write(action: () => Promise<void>): void {
    if (this.#isDiscarded) return
    this.#written = this.#written.then(action)
    // The promise returned by `written` reports the error.
    this.#written.catch(() => {})
  }

  written(): Promise<void> {
    return this.#written
  }

  /** Removes the files after all writes have ended. */
  async discard(): Promise<void> {
    this.#isDiscarded = true
    await this.#written.catch(() => {})
    await Promise.all(this.#files.map((file) => file.remove()))
  }
}

/** Frees the memory of a chunk immediately. V8 would not collect chunks before up to 64 MB of them have accumulated. */
function free({ buffer, byteLength }: Uint8Array<ArrayBuffer>): void {
  // A part of a larger buffer shares memory with other chunks.
  if (byteLength === buffer.byteLength) buffer.transfer(0)
}
