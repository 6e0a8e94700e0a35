import { createTemporaryFile, type TemporaryFile } from './temporary-file.ts'

/** How many bytes of files a form keeps in memory; what comes after them is written to disk. */
const mostInMemory = 1024 * 1024

/** What the files of one form may keep in memory, and what they wrote to disk. */
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

  /** Counts bytes. Gives a temporary file for them when memory is used up, if the platform has files. */
  spill(bytes: number): TemporaryFile | undefined {
    this.#bytes += bytes
    if (this.#bytes <= mostInMemory || this.#isDiscarded) return undefined
    const file = createTemporaryFile()
    if (file) this.#files.push(file)
    return file
  }

  /** Writes pieces after all earlier ones. Their memory is freed afterwards if nobody else uses it. */
  moveToDisk(file: TemporaryFile, pieces: readonly Uint8Array<ArrayBuffer>[]): void {
    this.write(async () => {
      await file.append(pieces)
      if (this.#ownsPieces) pieces.forEach(free)
    })
  }

  /** Runs a write after all earlier ones; none after the files were discarded, while the parser still empties its buffer. */
  write(action: () => Promise<void>): void {
    if (this.#isDiscarded) return
    this.#written = this.#written.then(action)
    // Whoever asks for `written` gets the error.
    this.#written.catch(() => {})
  }

  written(): Promise<void> {
    return this.#written
  }

  /** Removes the files once all writes have ended. */
  async discard(): Promise<void> {
    this.#isDiscarded = true
    await this.#written.catch(() => {})
    await Promise.all(this.#files.map((file) => file.remove()))
  }
}

/** Frees the memory of a piece at once. Left to V8, up to 64 MB of pieces wait to be collected. */
function free({ buffer, byteLength }: Uint8Array<ArrayBuffer>): void {
  // A part of a larger buffer may have neighbours.
  if (byteLength === buffer.byteLength) buffer.transfer(0)
}
