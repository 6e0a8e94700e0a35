import { createTemporaryFile, type TemporaryFile } from './temporary-file.ts'

/**
 * The maximum total size of the files that a form keeps in memory, in bytes. Further chunks are
 * written to disk if the platform has a file system.
 */
const maxInMemoryBytes = 1024 * 1024

/** The memory that all files of one form share, and the temporary files for data that exceeds it. */
export class UploadMemory {
  readonly #ownsChunks: boolean
  readonly #files: TemporaryFile[] = []
  #bytes = 0
  #isDiscarded = false
  #writes: Promise<void> = Promise.resolve()

  constructor(ownsChunks: boolean) {
    this.#ownsChunks = ownsChunks
  }

  get isOnDisk(): boolean {
    return this.#files.length > 0
  }

  /** Counts bytes. If the memory is used up and the platform has a file system, returns a temporary file. */
  spill(bytes: number): TemporaryFile | undefined {
    this.#bytes += bytes
    if (this.#bytes <= maxInMemoryBytes || this.#isDiscarded) return undefined
    const file = createTemporaryFile()
    if (file) this.#files.push(file)
    return file
  }

  /** Writes chunks after all earlier ones. Then frees their memory, if the form owns it. */
  moveToDisk(file: TemporaryFile, chunks: readonly Uint8Array<ArrayBuffer>[]): void {
    this.write(async () => {
      await file.append(chunks)
      if (this.#ownsChunks) chunks.forEach(free)
    })
  }

  /** Queues a write. Does nothing after `discard`, when the parser may still flush its buffer. */
  write(action: () => Promise<void>): void {
    if (this.#isDiscarded) return
    this.#writes = this.#writes.then(action)
    // The promise returned by `whenWritten` reports the error.
    this.#writes.catch(() => {})
  }

  whenWritten(): Promise<void> {
    return this.#writes
  }

  /** Removes the files after all writes have ended. */
  async discard(): Promise<void> {
    this.#isDiscarded = true
    await this.#writes.catch(() => {})
    await Promise.all(this.#files.map((file) => file.remove()))
  }
}

/** Frees the memory of a chunk immediately. V8 would otherwise let up to 64 MB of chunks accumulate. */
function free({ buffer, byteLength }: Uint8Array<ArrayBuffer>): void {
  // A part of a larger buffer shares memory with other chunks.
  if (byteLength === buffer.byteLength) buffer.transfer(0)
}
