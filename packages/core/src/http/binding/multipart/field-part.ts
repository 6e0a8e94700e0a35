import { HttpError } from '../../message/http-error.ts'
import { isTooDeep } from '../../../data/validation/plain-object.ts'
import { nestedTooDeeply } from '../nest-fields.ts'
import type { PartHeader } from './part-header.ts'

/** A field of a form: a string, or a value parsed from JSON. */
export class FieldPart {
  readonly #header: PartHeader
  readonly #isJson: boolean
  readonly #count: (bytes: number) => void
  readonly #chunks: Uint8Array[] = []
  #value: unknown

  /** `count` is called with the size of each chunk, and throws if the limit is exceeded. */
  constructor(header: PartHeader, isJson: boolean, count: (bytes: number) => void) {
    this.#header = header
    this.#isJson = isJson
    this.#count = count
  }

  get value(): unknown {
    return this.#value
  }

  /** Adds a chunk. Throws `HttpError` 413 if a limit is exceeded. */
  write(bytes: Uint8Array): void {
    this.#count(bytes.length)
    this.#chunks.push(bytes)
  }

  /** Decodes the value. Throws `HttpError` 400 if it cannot be decoded, or is nested too deeply. */
  end(): void {
    const text = this.#decode()
    this.#value = this.#isJson ? parseJson(text, this.#header.name.slice(0, 100)) : text
  }

  #decode(): string {
    const { name, contentType } = this.#header
    const charset = /;\s*charset="?([\w:-]+)/iu.exec(contentType)?.[1] ?? 'utf-8'
    try {
      return decoderOf(charset).decode(this.#bytes())
    } catch (cause) {
      const message = `The field "${name.slice(0, 100)}" cannot be decoded as ${charset}.`
      throw new HttpError(400, message, { cause })
    }
  }

  #bytes(): Uint8Array {
    return this.#chunks.length === 1 ? (this.#chunks[0] as Uint8Array) : Buffer.concat(this.#chunks)
  }
}

function parseJson(text: string, name: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new HttpError(400, `The field "${name}" is not valid JSON.`, { cause })
  }
  if (isTooDeep(value)) throw nestedTooDeeply(name)
  return value
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decoderOf(charset: string): TextDecoder {
  if (charset.toLowerCase() === 'utf-8') return utf8
  return new TextDecoder(charset, { fatal: true, ignoreBOM: true })
}
