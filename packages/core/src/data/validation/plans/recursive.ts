import { tooDeep } from '../message.ts'
import type { Findings } from '../findings.ts'
import type { NamedType } from '../../../base/reflection/type-info.ts'
import { checksWithin } from '../check.ts'
import { CodeWriter, lazily } from '../code-writer.ts'
import { mostEntries } from '../field-errors.ts'
import { deepest } from '../plain-object.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { SchemaReferences, ValuePlan, ValueType } from '../value-plan.ts'
import { writePlaced } from './object.ts'

type Fits = (value: unknown) => boolean
type Accept = (value: unknown, errors: Findings, depth: number) => unknown

/** The plan for a type that contains itself, such as any JSON value. Its checks are recursive functions. */
export class RecursivePlan implements ValuePlan {
  /** Always true, because the value is unknown until the whole type has been read. */
  readonly isBuilt = true
  readonly #type: NamedType
  #inner: ValuePlan | undefined
  #level = 0
  #fits: Fits = () => false
  #accept: Accept = (value) => value

  constructor(type: NamedType) {
    this.#type = type
  }

  /** Sets the inner plan right after construction, because the inner plan refers to this one. */
  fill(inner: ValuePlan): void {
    this.#inner = inner
    lazily(
      () => {
        const code = new CodeWriter()
        return code.compile<Fits>('value', `return ${inner.test(code, 'value')}`)
      },
      (fits) => (this.#fits = fits),
    )
    lazily(
      () => {
        const code = new CodeWriter()
        const statements = inner.accept?.(code, 'value', '') ?? ''
        return code.compile<Accept>('value, errors, depth', `${statements}\nreturn value;`)
      },
      (accept) => (this.#accept = accept),
    )
  }

  get #filled(): ValuePlan {
    return this.#inner as ValuePlan
  }

  get jsonTypes() {
    return this.#filled.jsonTypes
  }

  get valueTypes(): readonly ValueType[] | undefined {
    return this.#filled.valueTypes
  }

  get message() {
    return this.#filled.message
  }

  test(code: CodeWriter, value: string): string {
    return `${code.bind((given: unknown) => this.#fits(given))}(${value})`
  }

  accept(code: CodeWriter, value: string, key: string): string {
    const start = code.variable()
    const run: Accept = (given, errors, depth) => this.#run(given, errors, depth)
    const call = `${value} = ${code.bind(run)}(${value}, errors, depth);`
    const full = `if (errors.length > ${mostEntries}) return undefined;`
    const moved = `if (errors.length !== ${start}) { ${code.bind(moveKeys)}(errors, ${start}, ${key || "''"}); ${full} }`
    return [
      `const ${start} = errors.length;`,
      checksWithin([this.#type]).length === 0 ? call : writePlaced(code, key, call),
      moved,
    ].join('\n')
  }

  cast(value: unknown): unknown {
    return this.#deeper(value, () => this.#filled.cast(value))
  }

  schema(references: SchemaReferences): JsonSchema {
    return references.referenceToType(this.#type, () => this.#filled.schema(references))
  }

  #run(value: unknown, errors: Findings, depth: number): unknown {
    if (this.#level > deepest) errors.push('', tooDeep)
    return this.#deeper(value, () => this.#accept(value, errors, depth))
  }

  #deeper(value: unknown, run: () => unknown): unknown {
    if (this.#level > deepest) return value
    this.#level += 1
    try {
      return run()
    } finally {
      this.#level -= 1
    }
  }
}

/** Prepends `key` to the keys of errors from the index `start` on. The key of the value itself is empty. */
function moveKeys(errors: Findings, start: number, key: string): void {
  if (key === '') return
  for (let index = start; index < errors.length; index += 2) {
    const own = errors[index] as string
    errors[index] = own === '' ? key : `${key}.${own}`
  }
}
