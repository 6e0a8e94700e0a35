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
      this.#value = decoderOf(charset).decode(this.#bytes())
    } catch (cause) {
      const message = `The field "${name.slice(0, 100)}" is not valid ${charset} text.`
      throw new HttpError(400, message, { cause })
    }
  }

  #bytes(): Uint8Array {
    return this.#pieces.length === 1 ? (this.#pieces[0] as Uint8Array) : Buffer.concat(this.#pieces)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decoderOf(charset: string): TextDecoder {
  if (charset.toLowerCase() === 'utf-8') return utf8
  return new TextDecoder(charset, { fatal: true, ignoreBOM: true })
}
