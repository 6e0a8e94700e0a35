import type { TypeInfo, NamedType } from '../../base/reflection/type-info.ts'
import { fold } from '../../base/reflection/type-tree.ts'
import { builtins } from '../../data/builtins/builtins.ts'
import { publishedSchema } from '../../data/hydration/plan-schema.ts'
import { scalarOf } from '../../data/hydration/scalar.ts'
import type { JsonSchema } from '../../data/validation/json-schema.ts'
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
    const itself = ({ kind }: TypeInfo) => kind
    return fold<string>(type, {
      string: itself,
      number: itself,
      boolean: itself,
      null: itself,
      int: () => 'number',
      bigint: () => (direction === 'wire' ? 'number | string' : 'bigint'),
      void: () => 'undefined',
      enum: (each) =>
        this.#named(each, direction, around, () => alternatives(each.values.map(literalText))),
      array: ({ items }) => `${grouped(of(items))}[]`,
      tuple: (tuple) => tupleText(tuple, of),
      record: ({ keys, values }) => `Record<${this.#keys(keys)}, ${of(values)}>`,
      template: ({ parts }) => templateText(parts),
      object: (object) =>
        this.#named(object, direction, around, (inner) => this.#members(object, direction, inner)),
      recursive: ({ name }) => {
        const found = around.get(name)
        return found ? this.#withoutNull(found, direction, around) : 'unknown'
      },
      class: (named) => this.#class(named, direction),
      union: (union) =>
        this.#named(union, direction, around, (inner) => this.#union(union, direction, inner)),
      schema: (schema) =>
        this.#named(schema, direction, around, () => foreignText(schema, direction)),
      builtin: (builtin) => this.#builtin(builtin, direction, of),
      other: () => 'unknown',
    })
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
    if (!type) return 'string'
    return fold<string>(type, {
      int: () => 'number',
      number: () => 'number',
      enum: ({ values }) => alternatives(values.map(literalText)),
      template: ({ parts }) => templateText(parts),
      union: ({ members }) => alternatives(members.map((member) => this.#keys(member))),
      other: () => 'string',
    })
  }

  #builtin(
    { name, typeArguments: [first = unknown, second = unknown] = [] }: Builtin,
    direction: Direction,
    of: (inner: TypeInfo) => string,
  ): string {
    const { jsonType, client } = builtins[name]
    const isWire = direction === 'wire'
    switch (jsonType) {
      case 'object': {
        const entries = `<${this.#keys(first)}, ${of(second)}>`
        return isWire ? `Record${entries}` : name + entries
      }
      case 'array':
        return isWire ? `${grouped(of(first))}[]` : `${name}<${of(first)}>`
      case 'string':
        return isWire ? 'string' : (client?.type ?? name)
      default:
        return (direction === 'request' && client?.type) || 'unknown'
    }
  }
}

const unknown: TypeInfo = { kind: 'unknown' }

function tupleText(
  { items, least = items.length, rest }: Extract<TypeInfo, { kind: 'tuple' }>,
  of: (inner: TypeInfo) => string,
): string {
  const parts = items.map((item, index) => (index < least ? of(item) : `${grouped(of(item))}?`))
  return `[${[...parts, ...(rest ? [`...${grouped(of(rest))}[]`] : [])].join(', ')}]`
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
