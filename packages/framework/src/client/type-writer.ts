import type { TypeInfo, NamedType, TemporalName } from '../reflection/type-info.ts'
import { publishedSchema } from '../validation/plan-schema.ts'
import { scalarOf } from '../validation/scalar.ts'
import type { JsonSchema } from '../validation/schema/json-schema.ts'
import {
  describedClass,
  propertiesOf,
  type ClassType,
  type Direction,
  type ObjectType,
} from './properties.ts'
import { schemaType } from './schema-type.ts'
import { TypeComponents } from './type-components.ts'
import {
  alternatives,
  docComment,
  grouped,
  literalText,
  propertyName,
  templateText,
} from './type-syntax.ts'
import { formOfUnion } from './union-form.ts'

/** The named types around a type, which a recursive type refers to. */
export type Around = ReadonlyMap<string, NamedType>

type Builtin = Extract<TypeInfo, { kind: 'builtin' }>

/** Writes declared types as types of the client. */
export class TypeWriter {
  readonly components = new TypeComponents()

  write(type: TypeInfo, direction: Direction, around: Around = new Map()): string {
    const text = this.#withoutNull(type, direction, around)
    return type.nullable ? alternatives([text, 'null']) : text
  }

  #withoutNull(type: TypeInfo, direction: Direction, around: Around): string {
    const { brand, ...scalar } = type
    if (brand === undefined || direction === 'wire') return this.#plain(scalar, direction, around)
    return this.components.referTo({ kind: 'brand', name: brand, of: scalar }, direction, () => {
      return `= ${this.#plain(scalar, direction, around)} & runtime.Brand<${JSON.stringify(brand)}>`
    })
  }

  #plain(type: TypeInfo, direction: Direction, around: Around): string {
    const of = (inner: TypeInfo) => this.write(inner, direction, around)
    switch (type.kind) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return type.kind
      case 'int':
        return 'number'
      case 'bigint':
        return direction === 'wire' ? 'number | string' : 'bigint'
      case 'void':
        return 'undefined'
      case 'enum':
        return this.#named(type, direction, around, () =>
          alternatives(type.values.map(literalText)),
        )
      case 'array':
        return `${grouped(of(type.items))}[]`
      case 'tuple': {
        const { items, least = items.length, rest } = type
        const parts = items.map((item, index) =>
          index < least ? of(item) : `${grouped(of(item))}?`,
        )
        return `[${[...parts, ...(rest ? [`...${grouped(of(rest))}[]`] : [])].join(', ')}]`
      }
      case 'record':
        return `Record<${this.#keys(type.keys)}, ${of(type.values)}>`
      case 'template':
        return templateText(type.parts)
      case 'object':
        return this.#named(type, direction, around, (inner) =>
          this.#members(type, direction, inner),
        )
      case 'recursive': {
        const found = around.get(type.name)
        return found ? this.#withoutNull(found, direction, around) : 'unknown'
      }
      case 'class':
        return this.#class(type, direction)
      case 'union':
        return this.#named(type, direction, around, (inner) => this.#union(type, direction, inner))
      case 'schema':
        return this.#named(type, direction, around, () => foreignText(type, direction))
      case 'builtin':
        return this.#builtin(type, direction, of)
      default:
        return 'unknown'
    }
  }

  /** Writes a type by its name if it has one. */
  #named(
    type: NamedType,
    direction: Direction,
    around: Around,
    create: (inner: Around) => string,
  ): string {
    if (type.name === undefined) return create(around)
    const inner = new Map(around).set(type.name, type)
    return this.components.referTo(type, direction, () => {
      const text = create(inner)
      return text.startsWith('{') && type.kind === 'object' ? text : `= ${text}`
    })
  }

  #class(type: ClassType, direction: Direction): string {
    const scalar = scalarOf(type.class)
    if (scalar) return schemaType(scalar.plan.schema(noReferences), () => undefined)
    if (!describedClass(type, direction)) return 'unknown'
    return this.components.referTo(type, direction, () => this.#members(type, direction, new Map()))
  }

  #members(type: ClassType | ObjectType, direction: Direction, around: Around): string {
    const lines = propertiesOf(type, direction).map(({ name, type, isRequired, doc }) => {
      const text = this.write(type, direction, around)
      const value = isRequired
        ? `${propertyName(name)}: ${text}`
        : `${propertyName(name)}?: ${alternatives([text, 'undefined'])}`
      return `${docComment(doc, '  ')}  ${value}\n`
    })
    return lines.length === 0 ? '{}' : `{\n${lines.join('')}}`
  }

  #union(type: Extract<TypeInfo, { kind: 'union' }>, direction: Direction, around: Around): string {
    const isOpen = direction === 'response' && formOfUnion(type.members).kind === 'ambiguous'
    const way = isOpen ? 'wire' : direction
    return alternatives(type.members.map((member) => this.write(member, way, around)))
  }

  #keys(type: TypeInfo | undefined): string {
    switch (type?.kind) {
      case 'int':
      case 'number':
        return 'number'
      case 'enum':
        return alternatives(type.values.map(literalText))
      case 'template':
        return templateText(type.parts)
      case 'union':
        return alternatives(type.members.map((member) => this.#keys(member)))
      default:
        return 'string'
    }
  }

  #builtin(
    { name, typeArguments: [first = unknown, second = unknown] = [] }: Builtin,
    direction: Direction,
    of: (inner: TypeInfo) => string,
  ): string {
    const isWire = direction === 'wire'
    switch (name) {
      case 'Map':
        return isWire
          ? `Record<${this.#keys(first)}, ${of(second)}>`
          : `Map<${this.#keys(first)}, ${of(second)}>`
      case 'Set':
        return isWire ? `${grouped(of(first))}[]` : `Set<${of(first)}>`
      case 'Date':
      case 'URL':
      case 'Uint8Array':
        return isWire ? 'string' : name
      case 'File':
        return direction === 'request' ? 'Blob' : 'unknown'
      case 'ReadableStream':
      case 'AsyncIterable':
      case 'Request':
      case 'Response':
      case 'AbortSignal':
        return 'unknown'
      default:
        return isWire ? 'string' : `runtime.TemporalValue<'${temporalType(name)}'>`
    }
  }
}

const unknown: TypeInfo = { kind: 'unknown' }

/** Returns the short name of a Temporal type, such as `Instant` for `Temporal.Instant`. */
export function temporalType(name: TemporalName): string {
  return name.slice('Temporal.'.length)
}

/** A scalar has no references. */
const noReferences = {
  referenceTo: () => ({}),
  referenceToType: () => ({}),
  resolve: () => ({}),
}

/** Returns the input or output type of a Standard Schema. */
function foreignText(type: Extract<TypeInfo, { kind: 'schema' }>, direction: Direction): string {
  const definitions = new Map<string, JsonSchema>()
  const root = publishedSchema(
    type,
    direction === 'request' ? 'input' : 'output',
    (definition, make) => {
      const reference = definition.text
      if (!definitions.has(reference)) {
        definitions.set(reference, {})
        definitions.set(reference, make())
      }
      return { $ref: reference }
    },
  )
  return schemaType(root, (reference) => definitions.get(reference))
}
