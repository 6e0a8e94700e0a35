import type { TypeInfo, NamedType } from '../../../base/reflection/type-info.ts'
import { fold } from '../../../base/reflection/type-tree.ts'
import { builtins } from '../../../data/builtins/builtins.ts'
import { publishedSchema } from '../../../data/hydration/plan-schema.ts'
import { scalarOf } from '../../../data/hydration/scalar.ts'
import type { JsonSchema } from '../../../data/validation/json-schema.ts'
import {
  describedClass,
  propertiesOf,
  type ClassType,
  type Direction,
  type ObjectType,
} from './properties.ts'
import { schemaType, withoutReferences } from './schema-type.ts'
import {
  alternatives,
  docComment,
  parenthesized,
  literalText,
  memberText,
  templateText,
} from './type-syntax.ts'
import { formOfUnion } from './union-form.ts'

/** The enclosing named types, which a recursive type refers to. */
export type EnclosingTypes = ReadonlyMap<string, NamedType>

/** A class, a named type, or a branded scalar. */
export type DeclaredType = ClassType | NamedType | BrandedType

interface BrandedType {
  readonly kind: 'brand'
  readonly name: string
  readonly of: TypeInfo
}

/** The options for writing a type. */
interface Form {
  readonly direction: Direction
  readonly enclosing: EnclosingTypes
}

/** A reference to a declared type. */
export interface Reference extends Form {
  readonly type: DeclaredType
}

/** Returns the name of a declared type. */
export type NameOf = (reference: Omit<Reference, 'enclosing'>) => string

type Builtin = Extract<TypeInfo, { kind: 'builtin' }>

/** Writes types as TypeScript. `nameOf` returns the names of declared types. */
export class TypeWriter {
  readonly #nameOf: (reference: Reference) => string

  constructor(nameOf: (reference: Reference) => string) {
    this.#nameOf = nameOf
  }

  write(type: TypeInfo, direction: Direction): string {
    return this.#write(type, { direction, enclosing: new Map() })
  }

  /** Writes the part of a declaration that follows the name: members, or `= …`. */
  writeBody({ type, ...form }: Reference): string {
    if (type.kind === 'brand') {
      return `= ${this.#plain(type.of, form)} & runtime.Brand<${JSON.stringify(type.name)}>`
    }
    const text = this.#content(type, form)
    return type.kind === 'class' || type.kind === 'object' ? text : `= ${text}`
  }

  #write(type: TypeInfo, form: Form): string {
    const text = this.#withoutNull(type, form)
    return type.nullable ? alternatives([text, 'null']) : text
  }

  #withoutNull({ brand, ...type }: TypeInfo, form: Form): string {
    return brand === undefined || form.direction === 'wire'
      ? this.#plain(type, form)
      : this.#nameOf({ type: { kind: 'brand', name: brand, of: type }, ...form })
  }

  #plain(type: TypeInfo, form: Form): string {
    const of = (inner: TypeInfo) => this.#write(inner, form)
    const named = (each: NamedType) => this.#named(each, form)
    const itself = ({ kind }: TypeInfo) => kind
    return fold<string>(type, {
      string: itself,
      number: itself,
      boolean: itself,
      null: itself,
      int: () => 'number',
      bigint: () => (form.direction === 'wire' ? 'number | string' : 'bigint'),
      void: () => 'undefined',
      enum: named,
      array: ({ items }) => `${parenthesized(of(items))}[]`,
      tuple: (tuple) => tupleText(tuple, of),
      record: ({ keys, values }) => `Record<${this.#keys(keys)}, ${of(values)}>`,
      template: ({ parts }) => templateText(parts),
      object: named,
      recursive: ({ name }) => {
        const found = form.enclosing.get(name)
        return found ? this.#withoutNull(found, form) : 'unknown'
      },
      class: (target) => this.#class(target, form),
      union: named,
      schema: named,
      builtin: (builtin) => this.#builtin(builtin, form.direction, of),
      other: () => 'unknown',
    })
  }

  /** Writes a named type as its name, and any other type as its content. */
  #named(type: NamedType, form: Form): string {
    if (type.name === undefined) return this.#content(type, form)
    const enclosing = new Map(form.enclosing).set(type.name, type)
    return this.#nameOf({ ...form, type, enclosing })
  }

  #class(type: ClassType, { direction }: Form): string {
    const scalar = scalarOf(type.class)
    if (scalar) return schemaType(scalar.plan.schema(withoutReferences), () => undefined)
    if (!describedClass(type, direction)) return 'unknown'
    return this.#nameOf({ type, direction, enclosing: new Map() })
  }

  #content(type: ClassType | NamedType, form: Form): string {
    switch (type.kind) {
      case 'enum':
        return alternatives(type.values.map(literalText))
      case 'union':
        return this.#union(type.members, form)
      case 'schema':
        return foreignText(type, form.direction)
      default:
        return this.#members(type, form)
    }
  }

  #members(type: ClassType | ObjectType, form: Form): string {
    const lines = propertiesOf(type, form.direction).map(({ name, type, isRequired, doc }) => {
      const text = memberText(name, this.#write(type, form), isRequired)
      return `${docComment(doc, '  ')}  ${text}\n`
    })
    return lines.length === 0 ? '{}' : `{\n${lines.join('')}}`
  }

  #union(members: readonly TypeInfo[], form: Form): string {
    const isOpen = form.direction === 'response' && formOfUnion(members).kind === 'ambiguous'
    const inner: Form = isOpen ? { ...form, direction: 'wire' } : form
    return alternatives(members.map((member) => this.#write(member, inner)))
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
        return isWire ? `${parenthesized(of(first))}[]` : `${name}<${of(first)}>`
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
  const parts = items.map((item, index) =>
    index < least ? of(item) : `${parenthesized(of(item))}?`,
  )
  return `[${[...parts, ...(rest ? [`...${parenthesized(of(rest))}[]`] : [])].join(', ')}]`
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
