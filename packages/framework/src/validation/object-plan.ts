import { CodeWriter, lazily } from './code-writer.ts'
import { checksOf, checksWithin, type OwnCheck } from './check.ts'
import { isPlainObject } from './plain-object.ts'
import { postpone, type Findings } from './run-checks.ts'
import { writeSlot, type Slot } from './slot.ts'
import { valueTypesOf } from './value-plan.ts'
import type { Class, Documentation, NamedType, TypeInfo } from '../reflection/type-info.ts'

/**
 * Validates the fields of `data` and creates the object. Failures are pushed to `errors` as key, message, key, message …,
 * and the result is then undefined. At a `depth` above 0, nothing is created and the result is `data`. Objects whose
 * classes have checks are kept in `errors` until these run.
 */
export type Hydrate = (data: object, errors: Findings, depth: number) => unknown

export interface Field extends Slot {
  readonly name: string
  /** Present if the field has a default; `value` if it is a literal. */
  readonly default?: { readonly value?: unknown } | undefined
  /** True if the created object has a property of that name. */
  readonly isProperty: boolean
  readonly doc: Documentation
}

/** A class or a structural type with the plans of its fields. */
export class ObjectPlan {
  readonly name: string
  readonly class: Class | undefined
  readonly doc: Documentation
  /** The type arguments of the class. */
  readonly typeArguments: readonly TypeInfo[]
  /** The structural type, if it is not a class. */
  readonly structure: NamedType | undefined
  #fields: readonly Field[] = []
  #checks: readonly OwnCheck[] | undefined

  constructor(
    name: string,
    target: Class | undefined,
    doc: Documentation,
    typeArguments: readonly TypeInfo[] = [],
    structure?: NamedType,
  ) {
    this.name = name
    this.class = target
    this.doc = doc
    this.typeArguments = typeArguments
    this.structure = structure
  }

  get fields(): readonly Field[] {
    return this.#fields
  }

  /** The checks of this class and of those inside it. */
  get checks(): readonly OwnCheck[] {
    return (this.#checks ??= checksWithin([this.#type]))
  }

  get #type(): TypeInfo {
    const { name, class: target, typeArguments } = this
    return this.structure ?? { kind: 'class', name, class: target, typeArguments }
  }

  /** Sets the fields right after construction, because they may refer to this object. */
  fill(fields: readonly Field[]): void {
    this.#fields = fields
    lazily(
      () => compile(this),
      (hydrate) => (this.hydrate = hydrate),
    )
  }

  hydrate: Hydrate = (data, errors, depth) => compile(this)(data, errors, depth)

  /** Casts the fields of a form or query string to their types. */
  cast(value: unknown): unknown {
    if (!isPlainObject(value)) return value
    const fields: Record<string, unknown> = {}
    for (const field of this.fields) {
      const given = Object.hasOwn(value, field.name)
        ? field.plan.cast(value[field.name])
        : undefined
      if (given !== undefined) fields[field.name] = given
      // A form cannot express null for a missing file.
      else if (isNullableFile(field)) fields[field.name] = null
    }
    return fields
  }
}

function isNullableFile({ plan, nullable, optional }: Field): boolean {
  return nullable && !optional && valueTypesOf(plan).includes('file')
}

function compile(plan: ObjectPlan): Hydrate {
  const code = new CodeWriter()
  const variables = plan.fields.map((_, index) => `f${index}`)
  const checks = plan.fields.map((field, index) => {
    const name = JSON.stringify(field.name)
    // Otherwise a name such as "constructor" would be found on Object.prototype.
    const own =
      field.name in Object.prototype
        ? `Object.hasOwn(data, ${name}) ? data[${name}] : undefined`
        : `data[${name}]`
    return `let f${index} = ${own};\n${writeSlot(code, field, `f${index}`, name)}`
  })
  const build = plan.class
    ? buildInstance(code, plan.class, variables.join(', '))
    : `if (depth !== 0) return data;\n${buildStructure(code, plan.fields)}`
  const body = [...checks, 'if (errors.length !== 0) return undefined;', build]
  return code.compile('data, errors, depth', body.join('\n'))
}

/** Writes the creation of an instance. An object that is returned unchanged is still created if its class has checks. */
function buildInstance(code: CodeWriter, target: Class, values: string): string {
  const build = `new ${code.bind(target)}(${values})`
  const checks = checksOf(target)
  if (checks.length === 0) return `if (depth !== 0) return data;\nreturn ${build};`
  return [
    `const built = ${build};`,
    `${code.bind(postpone(checks))}(errors, built);`,
    'return depth === 0 ? built : data;',
  ].join('\n')
}

function buildStructure(code: CodeWriter, fields: readonly Field[]): string {
  const always = fields
    .map((field, index) => ({ field, index }))
    .filter(({ field }) => !field.optional)
  const members = always.map(({ field, index }) => `[${JSON.stringify(field.name)}]: f${index}`)
  const rest = fields.map((field, index) =>
    field.optional
      ? `${writeDefault(code, field, index)}if (f${index} !== undefined) built[${JSON.stringify(field.name)}] = f${index};`
      : '',
  )
  return [`const built = { ${members.join(', ')} };`, ...rest, 'return built;'].join('\n')
}

/** Writes the default of a field, because a structure has no constructor that sets it. */
function writeDefault(code: CodeWriter, { default: given }: Field, index: number): string {
  if (given?.value === undefined) return ''
  return `if (f${index} === undefined) f${index} = structuredClone(${code.bind(given.value)}); `
}
