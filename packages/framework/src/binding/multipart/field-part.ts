import { HttpError } from '../http-error.ts'
import type { FormPart } from './multipart-form.ts'
import type { PartHeader } from './part-header.ts'

/** A field of a form: text. */
export class FieldPart implements FormPart {
  readonly #header: PartHeader
  readonly #count: (bytes: number) => void
  readonly #pieces: Uint8Array[] = []
  #value: string | undefined

  /** `count` is told about every piece, and throws over the limit. */
  constructor(header: PartHeader, count: (bytes: number) => void) {
    this.#header = header
    this.#count = count
  }

  get value(): string | undefined {
    return this.#value
  }

  write(bytes: Uint8Array): void {
    this.#count(bytes.length)
    this.#pieces.push(bytes)
  }

  end(): void {
    const { name, contentType } = this.#header
    const charset = /;\s*charset="?([\w:-]+)/iu.exec(contentType)?.[1] ?? 'utf-8'
    try {
      const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true })
      this.#value = this.#pieces.map((piece) => decoder.decode(piece, { stream: true })).join('')
      this.#value += decoder.decode()
    } catch (cause) {
      const message = `The field "${name.slice(0, 100)}" is not valid ${charset} text.`
      throw new HttpError(400, message, { cause })
    }
  }
}
