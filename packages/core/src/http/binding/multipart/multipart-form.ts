import { HttpError } from '../../message/http-error.ts'
import type { BodyLimits } from '../body-limits.ts'
import { nestFields, type FlatFields } from '../nest-fields.ts'
import { FieldPart } from './field-part.ts'
import { FilePart } from './file-part.ts'
import type { PartHeader } from './part-header.ts'
import { UploadMemory } from './upload-memory.ts'

/** Receives the content of one part of a form. */
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

  /** `ownsPieces` is true if the chunks passed to a part are not reused by the platform. */
  constructor(limits: BodyLimits, jsonFields: ReadonlySet<string>, ownsPieces: boolean) {
    this.#limits = limits
    this.#jsonFields = jsonFields
    this.#memory = new UploadMemory(ownsPieces)
  }

  /** Starts a part. Throws `HttpError` 413 if the form has too many. */
  open(header: PartHeader): FormPart {
    const isFile = header.filename !== undefined && !this.#isJson(header)
    const part = isFile ? this.#openFile(header) : this.#openField(header)
    this.#entries.push({ name: header.name, part })
    return part
  }

  /** Resolves when all chunks so far have been written to disk. */
  written(): Promise<void> {
    return this.#memory.written()
  }

  /** Returns the values as nested objects, by name. Empty file inputs are left out. */
  toFields(): Record<string, unknown> {
    const values = new Map<string, unknown[]>()
    for (const { name, part } of this.#entries) {
      const { value } = part
      if (value === undefined) continue
      const earlier = values.get(name)
      if (earlier) earlier.push(value)
      else values.set(name, [value])
    }
    const flat = Object.create(null) as FlatFields
    for (const [name, all] of values) flat[name] = all.length === 1 ? all[0] : all
    return nestFields(flat)
  }

  /** Returns `discard` if there are files to remove. */
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

  /** True for a JSON part. For parts created by scripts, browsers send the file name "blob". */
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
