import { HttpError } from '../../message/http-error.ts'
import type { PartHeader } from './part-header.ts'
import type { TemporaryFile } from './temporary-file.ts'
import type { UploadMemory } from './upload-memory.ts'

/** An uploaded file: in memory while the files of the form are small, otherwise on disk. */
export class FilePart {
  readonly #header: PartHeader
  readonly #limit: number
  readonly #memory: UploadMemory
  #pieces: Uint8Array<ArrayBuffer>[] = []
  #size = 0
  #file: TemporaryFile | undefined
  #value: File | undefined

  constructor(header: PartHeader, limit: number, memory: UploadMemory) {
    this.#header = header
    this.#limit = limit
    this.#memory = memory
  }

  /** The complete file; undefined if the file input was empty. */
  get value(): File | undefined {
    return this.#value
  }

  /** Throws `HttpError` 413 if the file is too large. */
  write(bytes: Uint8Array<ArrayBuffer>): void {
    this.#size += bytes.length
    if (this.#size > this.#limit) {
      const name = this.#header.name.slice(0, 100)
      throw new HttpError(413, `The file "${name}" is over ${this.#limit} bytes.`)
    }
    this.#pieces.push(bytes)
    this.#file ??= this.#memory.spill(bytes.length)
    if (this.#file) this.#moveToDisk(this.#file)
  }

  end(): void {
    const { filename = '', contentType } = this.#header
    if (filename === '' && this.#size === 0) return
    const name = lastPart(filename)
    const file = this.#file
    if (!file) this.#value = new File(this.#pieces, name, { type: contentType })
    else {
      this.#memory.write(async () => {
        this.#value = new File([await file.toBlob()], name, { type: contentType })
      })
    }
  }

  #moveToDisk(file: TemporaryFile): void {
    const pieces = this.#pieces
    this.#pieces = []
    this.#memory.moveToDisk(file, pieces)
  }
}

/** Removes the folder path that some clients send. */
function lastPart(filename: string): string {
  const name = filename.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1)
  return name === '.' || name === '..' ? '' : name
}
