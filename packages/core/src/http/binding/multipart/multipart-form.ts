import { HttpError } from '../../message/http-error.ts'
import type { BodyLimits } from '../body-limits.ts'
import { nestFields, type FlatFields } from '../nest-fields.ts'
import { FieldPart } from './field-part.ts'
import { FilePart } from './file-part.ts'
import type { PartHeader } from './part-header.ts'
import { UploadMemory } from './upload-memory.ts'

/** One part of a form: a field or a file. */
export type FormPart = FieldPart | FilePart

interface Entry {
  readonly name: string
  readonly part: FormPart
}

/** Collects the fields and files of a form while it arrives. */
export class MultipartForm {
  readonly #limits: BodyLimits
  readonly #jsonFields: ReadonlySet<string>
  readonly #memory: UploadMemory
  readonly #entries: Entry[] = []
  #fields = 0
  #files = 0
  #fieldBytes = 0

  /** `ownsChunks` is true if the chunks passed to a part are not reused by the platform. */
  constructor(limits: BodyLimits, jsonFields: ReadonlySet<string>, ownsChunks: boolean) {
    this.#limits = limits
    this.#jsonFields = jsonFields
    this.#memory = new UploadMemory(ownsChunks)
  }

  /** Starts a part. Throws `HttpError` 413 if the form has too many fields or files. */
  open(header: PartHeader): FormPart {
    const isFile = header.filename !== undefined && !this.#isJson(header)
    const part = isFile ? this.#openFile(header) : this.#openField(header)
    this.#entries.push({ name: header.name, part })
    return part
  }

  /** Resolves when the current writes to temporary files have ended. Rejects if a write has failed. */
  whenWritten(): Promise<void> {
    return this.#memory.whenWritten()
  }

  /** Returns the values as nested objects, by name. Empty file inputs are left out. */
  toFields(): Record<string, unknown> {
    const values = new Map<string, unknown[]>()
    for (const { name, part } of this.#entries) {
      const { value } = part
      if (value === undefined) continue
      const list = values.get(name)
      if (list) list.push(value)
      else values.set(name, [value])
    }
    const flat = Object.create(null) as FlatFields
    for (const [name, list] of values) flat[name] = list.length === 1 ? list[0] : list
    return nestFields(flat)
  }

  /** Returns an object with `discard` if there are files to remove, otherwise an empty object. */
  toDiscard(): { discard?: () => Promise<void> } {
    return this.#memory.isOnDisk ? { discard: () => this.discard() } : {}
  }

  /** Removes the temporary files. */
  discard(): Promise<void> {
    return this.#memory.discard()
  }

  #openField(header: PartHeader): FieldPart {
    const { fields, fieldBytes } = this.#limits
    this.#fields += 1
    if (this.#fields > fields) throw new HttpError(413, `The form has over ${fields} fields.`)
    return new FieldPart(header, this.#isJson(header), (bytes) => {
      this.#fieldBytes += bytes
      if (this.#fieldBytes > fieldBytes) {
        throw new HttpError(413, `The fields of the form are over ${fieldBytes} bytes.`)
      }
    })
  }

  /**
   * True if a part is parsed as JSON. Such a part may have a file name: browsers send "blob" for a part that a script
   * creates from a `Blob`.
   */
  #isJson({ name, contentType }: PartHeader): boolean {
    return this.#jsonFields.has(name) && /^application\/json\s*(?:;|$)/iu.test(contentType)
  }

  #openFile(header: PartHeader): FilePart {
    const { files, file } = this.#limits
    this.#files += 1
    if (this.#files > files) throw new HttpError(413, `The form has over ${files} files.`)
    return new FilePart(header, file, this.#memory)
  }
}
