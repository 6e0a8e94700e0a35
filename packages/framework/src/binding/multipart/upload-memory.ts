import { createTemporaryFile, type TemporaryFile } from './temporary-file.ts'

/** How many bytes of files a form keeps in memory; what comes after them is written to disk. */
const mostInMemory = 1024 * 1024

/** What the files of one form may keep in memory, and what they wrote to disk. */
export class UploadMemory {
  readonly #ownsPieces: boolean
  readonly #files: TemporaryFile[] = []
  #bytes = 0
  #written: Promise<void> = Promise.resolve()

  constructor(ownsPieces: boolean) {
    this.#ownsPieces = ownsPieces
  }

  get isOnDisk(): boolean {
    return this.#files.length > 0
  }

  /** Counts bytes; a temporary file for them where there is no more room, if the platform has such a thing. */
  spill(bytes: number): TemporaryFile | undefined {
    this.#bytes += bytes
    if (this.#bytes <= mostInMemory) return undefined
    const file = createTemporaryFile()
    if (file) this.#files.push(file)
    return file
  }

  /** Writes pieces after all that came before them; they are empty afterwards where they may be. */
  moveToDisk(file: TemporaryFile, pieces: readonly Uint8Array<ArrayBuffer>[]): void {
    this.write(async () => {
      await file.append(pieces)
      if (this.#ownsPieces) pieces.forEach(free)
    })
  }

  /** Does some writing after all that came before it. */
  write(action: () => Promise<void>): void {
    this.#written = this.#written.then(action)
    // Whoever asks for `written` gets the error.
    this.#written.catch(() => {})
  }

  written(): Promise<void> {
    return this.#written
  }

  async discard(): Promise<void> {
    await this.#written.catch(() => {})
    await Promise.all(this.#files.map((file) => file.remove()))
  }
}

/** Gives the memory of a piece back at once: left to V8, up to 64 MB of them wait to be collected. */
function free({ buffer, byteLength }: Uint8Array<ArrayBuffer>): void {
  // A part of a larger buffer may have neighbours.
  if (byteLength === buffer.byteLength) buffer.transfer(0)
}
