import { tooDeep } from '../message.ts'
import type { ValidationErrors } from '../validation-errors.ts'
import type { NamedType } from '../../../base/reflection/type-info.ts'
import { checksWithin } from '../check.ts'
import { CodeWriter, lazily } from '../code-writer.ts'
import { maxEntries } from '../field-errors.ts'
import { maxDepth } from '../plain-object.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { SchemaReferences, ValuePlan, ValueType } from '../value-plan.ts'
import { writePendingKeys } from './object.ts'

type Test = (value: unknown) => boolean
type Accept = (value: unknown, errors: ValidationErrors, depth: number) => unknown

/** The plan for a type that contains itself, such as any JSON value. Its checks are recursive functions. */
export class RecursivePlan implements ValuePlan {
  /** Always true, because the inner plan, which would determine it, is set later. */
  readonly constructs = true
  readonly #type: NamedType
  #inner: ValuePlan | undefined
  #level = 0
  #test: Test = () => false
  #accept: Accept = (value) => value

  constructor(type: NamedType) {
    this.#type = type
  }

  /** Sets the inner plan right after construction, because the inner plan refers to this one. */
  fill(inner: ValuePlan): void {
    this.#inner = inner
    this.#test = lazily(() => {
      const code = new CodeWriter()
      return code.compile<Test>('value', `return ${inner.test(code, 'value')}`)
    })
    this.#accept = lazily(() => {
      const code = new CodeWriter()
      const statements = inner.accept?.(code, 'value', '') ?? ''
      return code.compile<Accept>('value, errors, depth', `${statements}\nreturn value;`)
    })
  }

  get #plan(): ValuePlan {
    return this.#inner as ValuePlan
  }

  get jsonTypes() {
    return this.#plan.jsonTypes
  }

  get valueTypes(): readonly ValueType[] | undefined {
    return this.#plan.valueTypes
  }

  get message() {
    return this.#plan.message
  }

  test(code: CodeWriter, value: string): string {
    return `${code.bind((input: unknown) => this.#test(input))}(${value})`
  }

  accept(code: CodeWriter, value: string, key: string): string {
    const start = code.variable()
    const run: Accept = (input, errors, depth) => this.#run(input, errors, depth)
    const call = `${value} = ${code.bind(run)}(${value}, errors, depth);`
    const stopIfFull = `if (errors.length > ${maxEntries}) return undefined;`
    const prefix = `if (errors.length !== ${start}) { ${code.bind(prefixWithKey)}(errors, ${start}, ${key || "''"}); ${stopIfFull} }`
    return [
      `const ${start} = errors.length;`,
      checksWithin([this.#type]).length === 0 ? call : writePendingKeys(code, key, call),
      prefix,
    ].join('\n')
  }

  cast(value: unknown): unknown {
    return this.#nested(value, () => this.#plan.cast(value))
  }

  schema(references: SchemaReferences): JsonSchema {
    return references.referenceToType(this.#type, () => this.#plan.schema(references))
  }

  #run(value: unknown, errors: ValidationErrors, depth: number): unknown {
    if (this.#level > maxDepth) errors.push('', tooDeep)
    return this.#nested(value, () => this.#accept(value, errors, depth))
  }

  #nested(value: unknown, run: () => unknown): unknown {
    if (this.#level > maxDepth) return value
    this.#level += 1
    try {
      return run()
    } finally {
      this.#level -= 1
    }
  }
}

/** Prepends `key` to the keys of errors from the index `start` on. The key of the value itself is empty. */
function prefixWithKey(errors: ValidationErrors, start: number, key: string): void {
  if (key === '') return
  for (let index = start; index < errors.length; index += 2) {
    const own = errors[index] as string
    errors[index] = own === '' ? key : `${key}.${own}`
  }
}
