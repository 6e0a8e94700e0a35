import { HttpError } from '../../message/http-error.ts'
import type { PartHeader } from './part-header.ts'
import type { TemporaryFile } from './temporary-file.ts'
import type { UploadMemory } from './upload-memory.ts'

/**
 * An uploaded file: in memory while the files of the form are small, otherwise on disk if the platform has a file
 * system.
 */
export class FilePart {
  readonly #header: PartHeader
  readonly #limit: number
  readonly #memory: UploadMemory
  #chunks: Uint8Array<ArrayBuffer>[] = []
  #size = 0
  #file: TemporaryFile | undefined
  #value: File | undefined

  constructor(header: PartHeader, limit: number, memory: UploadMemory) {
    this.#header = header
    this.#limit = limit
    this.#memory = memory
  }

  /** The file, once it is complete; undefined if the file input was empty. */
  get value(): File | undefined {
    return this.#value
  }

  /** Adds a chunk. Throws `HttpError` 413 if the file is too large. */
  write(bytes: Uint8Array<ArrayBuffer>): void {
    this.#size += bytes.length
    if (this.#size > this.#limit) {
      const name = this.#header.name.slice(0, 100)
      throw new HttpError(413, `The file "${name}" is over ${this.#limit} bytes.`)
    }
    this.#chunks.push(bytes)
    this.#file ??= this.#memory.spill(bytes.length)
    if (this.#file) this.#moveToDisk(this.#file)
  }

  end(): void {
    const { filename = '', contentType } = this.#header
    if (filename === '' && this.#size === 0) return
    const name = baseName(filename)
    const file = this.#file
    if (!file) this.#value = new File(this.#chunks, name, { type: contentType })
    else {
      this.#memory.write(async () => {
        this.#value = new File([await file.toBlob()], name, { type: contentType })
      })
    }
  }

  #moveToDisk(file: TemporaryFile): void {
    const chunks = this.#chunks
    this.#chunks = []
    this.#memory.moveToDisk(file, chunks)
  }
}

/** Removes the folder path that some clients send with a file name. */
function baseName(filename: string): string {
  const name = filename.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1)
  return name === '.' || name === '..' ? '' : name
}
