import type { NamedType, TypeInfo } from '../reflection/type-info.ts'
import { childTypes } from '../reflection/type-tree.ts'
import { isConverted } from './conversions.ts'
import { describedClass, propertiesOf, type ClassType, type ObjectType } from './properties.ts'
import type { DeclaredType, TypeComponents } from './type-components.ts'
import { literalText, propertyName } from './type-syntax.ts'
import { temporalType, type Around } from './type-writer.ts'
import { formOfUnion, type TaggedMembers } from './union-form.ts'

type Builtin = Extract<TypeInfo, { kind: 'builtin' }>

/** Writes the functions that convert JSON to values of declared types. */
export class DecoderWriter {
  readonly #components: TypeComponents
  /** The code of named decoders by their references, dependencies first. */
  readonly #made = new Map<string, string>()
  readonly #open = new Set<string>()

  constructor(components: TypeComponents) {
    this.#components = components
  }

  /** The named decoders. The references in them are not resolved yet. */
  get declarations(): ReadonlyMap<string, string> {
    return this.#made
  }

  /** Returns an expression; undefined if the JSON needs no conversion. */
  write(type: TypeInfo, around: Around = new Map()): string | undefined {
    if (!needsReading(type, around)) return undefined
    const of = (inner: TypeInfo) => this.write(inner, around)
    switch (type.kind) {
      case 'bigint':
        return 'runtime.bigint'
      case 'array':
        return call('list', of(type.items))
      case 'tuple': {
        const items = type.items.map((item) => of(item) ?? 'runtime.same')
        return `runtime.tuple([${items.join(', ')}]${behind(type.rest && of(type.rest))})`
      }
      case 'recursive': {
        const found = around.get(type.name)
        return found && this.write(found, around)
      }
      case 'record':
        return call('record', of(type.values))
      case 'object':
        return this.#named(type, around, (inner) => this.#fields(type, inner))
      case 'class':
        return describedClass(type, 'response')
          ? this.#declared(type, () => this.#fields(type, new Map()))
          : undefined
      case 'union':
        return this.#named(type, around, (inner) => this.#union(type.members, inner))
      case 'builtin':
        return this.#builtin(type, of)
      default:
        return undefined
    }
  }

  #named(
    type: NamedType,
    around: Around,
    create: (inner: Around) => string | undefined,
  ): string | undefined {
    if (type.name === undefined) return create(around)
    const inner = new Map(around).set(type.name, type)
    return this.#declared(type, () => create(inner))
  }

  #declared(type: DeclaredType, create: () => string | undefined): string | undefined {
    const reference = this.#components.reference(type, 'response')
    if (this.#open.has(reference)) return `runtime.later(() => ${reference})`
    if (this.#made.has(reference)) return reference
    this.#open.add(reference)
    const code = create()
    this.#open.delete(reference)
    if (code === undefined) return undefined
    this.#made.set(reference, code)
    return reference
  }

  #fields(type: ClassType | ObjectType, around: Around): string {
    const parts = propertiesOf(type, 'response').flatMap(({ name, type }) => {
      const code = this.write(type, around)
      const key = name === '__proto__' ? '["__proto__"]' : propertyName(name)
      return code === undefined ? [] : [`${key}: ${code}`]
    })
    return `runtime.fields({ ${parts.join(', ')} })`
  }

  #union(members: readonly TypeInfo[], around: Around): string | undefined {
    const form = formOfUnion(members)
    if (form.kind === 'ambiguous' || form.byType.size === 0) return undefined
    const parts = [...form.byType].flatMap(([jsonType, told]) => {
      const code = told.kind === 'tagged' ? this.#tagged(told, around) : this.write(told, around)
      return code === undefined ? [] : [`${jsonType}: ${code}`]
    })
    return `runtime.either({ ${parts.join(', ')} })`
  }

  #tagged({ property, members }: TaggedMembers, around: Around): string {
    const parts = members.flatMap(({ type, values }) => {
      const code = this.write(type, around)
      return code === undefined
        ? []
        : values.map((value) => `${literalText(String(value))}: ${code}`)
    })
    return `runtime.tagged(${literalText(property)}, { ${parts.join(', ')} })`
  }

  #builtin(
    { name, typeArguments: [first, second] = [] }: Builtin,
    of: (inner: TypeInfo) => string | undefined,
  ): string | undefined {
    switch (name) {
      case 'Date':
        return 'runtime.date'
      case 'URL':
        return 'runtime.url'
      case 'Uint8Array':
        return 'runtime.bytes'
      case 'Set':
        return `runtime.set(${(first && of(first)) ?? ''})`
      case 'Map': {
        const keys = first && keyCode(first)
        const values = second && of(second)
        return `runtime.map(${values ?? (keys ? 'runtime.same' : '')}${behind(keys)})`
      }
      default:
        return name.startsWith('Temporal.')
          ? `runtime.temporal('${temporalType(name as Parameters<typeof temporalType>[0])}')`
          : undefined
    }
  }
}

function call(name: string, inner: string | undefined): string | undefined {
  return inner && `runtime.${name}(${inner})`
}

function behind(code: string | undefined): string {
  return code === undefined ? '' : `, ${code}`
}

/** Returns the decoder of map keys. Property names are strings, even if the keys are numbers. */
function keyCode(type: TypeInfo): string | undefined {
  const isNumber =
    type.kind === 'int' ||
    type.kind === 'number' ||
    (type.kind === 'enum' && type.values.every((value) => typeof value === 'number'))
  return isNumber ? 'runtime.number' : undefined
}

/** True if a type needs a decoder, or refers to an outer type that does. */
function needsReading(type: TypeInfo, around: Around): boolean {
  if (type.kind === 'recursive') {
    const found = around.get(type.name)
    return found !== undefined && isConverted(found)
  }
  return isConverted(type) || childTypes(type).some((child) => needsReading(child, around))
}
