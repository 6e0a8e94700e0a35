import { reflect } from '../../base/reflection/reflect.ts'
import {
  undocumented,
  type Class,
  type NamedType,
  type TypeInfo,
} from '../../base/reflection/type-info.ts'
import { typeText } from '../../base/reflection/type-text.ts'
import type { JsonSchema } from '../validation/json-schema.ts'
import type { ObjectPlan, SchemaReferences } from '../validation/value-plan.ts'
import { annotate } from './annotate.ts'
import { placeholder, type Component, type Direction } from './component.ts'
import { nameComponents, type Nameable } from './component-names.ts'
import { completeReferences } from './complete-references.ts'
import { findDiffering, withoutDirection } from './find-differing.ts'
import { objectSchema } from './object-schema.ts'
import { addTupleExample } from './tuple-example.ts'

/** The maximum length of the inlined schema of a structural type, in characters of JSON. */
const maxInlineLength = 4000

/**
 * The schemas that a document refers to. A class or exported type is one component, or two if requests and responses
 * differ. The one for responses is then named `<Name>Output`.
 */
export class SchemaComponents implements SchemaReferences {
  readonly #location: string
  readonly #namesTypes: boolean
  readonly #components = new Map<number, Component>()
  readonly #keys = new Map<string, Component>()
  readonly #classes = new Map<unknown, number>()
  readonly #open = new Map<object, { readonly reference: string; isRecursive: boolean }>()
  /**
   * The references to components of structural types, by the temporary references that were used
   * until the schema of the type was complete.
   */
  readonly #aliases = new Map<string, string>()
  /** The references to structural types that are too large to inline. */
  readonly #large = { request: new Map<object, string>(), response: new Map<object, string>() }
  #ids = 0

  /**
   * `location` is the path of the schemas, such as `#/components/schemas`. With `namesTypes`, exported types that are
   * not classes become components, too.
   */
  constructor(location: string, { namesTypes }: { readonly namesTypes: boolean }) {
    this.#location = location
    this.#namesTypes = namesTypes
  }

  /** Returns a reference to the request schema of a class or structural type, or the inlined schema. */
  referenceTo(plan: ObjectPlan): JsonSchema {
    const create = () => objectSchema(plan, this)
    if (plan.class) return this.reference('request', plan.class, plan.typeArguments, create)
    return this.isNamed(plan.structure)
      ? this.named('request', plan.structure, create)
      : this.inline('request', plan, plan.name, create)
  }

  referenceToType(type: NamedType, create: () => JsonSchema): JsonSchema {
    return this.isNamed(type)
      ? this.named('request', type, create)
      : this.inline('request', type, type.name ?? '', create)
  }

  /** Returns a reference to the schema of a class. The schema is created at the first reference. */
  reference(
    direction: Direction,
    target: Class,
    typeArguments: readonly TypeInfo[],
    create: () => JsonSchema,
  ): JsonSchema {
    const { name, at } = reflect(target)
    const key = `class ${this.#classId(target)} ${this.#textOf(typeArguments)}`
    return referTo(this.#find(key, nameOf(name, typeArguments), at), direction, create)
  }

  isNamed(type: NamedType | undefined): type is ExportedType {
    return this.#namesTypes && type?.at !== undefined
  }

  /**
   * Returns a reference to the schema of an exported enum, union or structural type. The schema is created at the first
   * reference.
   */
  named(direction: Direction, type: ExportedType, create: () => JsonSchema): JsonSchema {
    const { name, at, doc = undocumented } = type
    // A generic declaration represents many types, and two type arguments may have the same name.
    const content = name.includes('<') ? this.#textOf(contentOf(type)) : ''
    const names = type.kind === 'enum' && type.names
    return referTo(this.#find(`type ${at} ${name} ${content}`, name, at), direction, () =>
      annotate({ ...create(), ...(names && { 'x-enum-varnames': names }) }, { doc }, this),
    )
  }

  /**
   * Returns the inlined schema of a structural type, or a reference if the type contains itself, or is large and has
   * a name.
   */
  inline(
    direction: Direction,
    identity: object,
    name: string,
    create: () => JsonSchema,
  ): JsonSchema {
    const known = this.#large[direction].get(identity)
    if (known) return { $ref: known }
    const enclosing = this.#open.get(identity)
    if (enclosing) {
      enclosing.isRecursive = true
      return { $ref: enclosing.reference }
    }
    const open = { reference: placeholder(direction, this.#nextId()), isRecursive: false }
    this.#open.set(identity, open)
    const schema = create()
    this.#open.delete(identity)
    const text = JSON.stringify(schema)
    const isLarge = name !== '' && text.length > maxInlineLength
    if (!open.isRecursive && !isLarge) return schema
    const neutral = withoutDirection(text.replaceAll(open.reference, '#'))
    const component = this.#find(`structure ${name} ${neutral}`, name, '')
    const finalReference = placeholder(direction, component.id)
    component.schemas[direction] ??= JSON.parse(
      text.replaceAll(open.reference, finalReference),
    ) as JsonSchema
    this.#aliases.set(open.reference, finalReference)
    if (isLarge) this.#large[direction].set(identity, finalReference)
    return { $ref: finalReference }
  }

  resolve(reference: string): JsonSchema {
    const [, direction, id] = reference.split(':')
    return this.#components.get(Number(id))?.schemas[direction as Direction] ?? {}
  }

  /** Names every component, completes the references in `document`, and returns the schemas by name. */
  complete(document: object): Record<string, JsonSchema> {
    const components = [...this.#components.values()]
    const differing = findDiffering(components)
    const variants = components.flatMap((component) =>
      toVariants(component, differing.has(component.id)),
    )
    const names = nameComponents(variants)
    const references = new Map<string, string>()
    for (const [index, { id, directions }] of variants.entries()) {
      for (const direction of directions) {
        references.set(placeholder(direction, id), `${this.#location}/${names[index]}`)
      }
    }
    for (const [alias, finalReference] of this.#aliases)
      references.set(alias, references.get(finalReference) as string)
    const schemas = variants.map(({ schema }, index) => [names[index] as string, schema] as const)
    const tuples: JsonSchema[] = []
    for (const part of [document, ...schemas]) completeReferences(part, references, tuples)
    const complete = Object.fromEntries(schemas.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const resolve = (reference: string) =>
      complete[reference.slice(this.#location.length + 1)] as JsonSchema
    for (const tuple of tuples) addTupleExample(tuple, resolve)
    return complete
  }

  #find(key: string, name: string, at: string): Component {
    let found = this.#keys.get(key)
    if (!found) {
      found = { id: this.#nextId(), name, at, schemas: {} }
      this.#components.set(found.id, found)
      this.#keys.set(key, found)
    }
    return found
  }

  #nextId(): number {
    this.#ids += 1
    return this.#ids
  }

  #textOf(types: readonly unknown[]): string {
    if (types.length === 0) return ''
    return JSON.stringify(types, (_key, value: unknown) =>
      typeof value === 'function' ? this.#classId(value) : value,
    )
  }

  #classId(target: unknown): number {
    const id = this.#classes.get(target) ?? this.#classes.size
    this.#classes.set(target, id)
    return id
  }
}

type ExportedType = NamedType & { readonly name: string; readonly at: string }

function contentOf(type: NamedType): readonly unknown[] {
  if (type.kind === 'enum') return type.values
  if (type.kind === 'schema') return [type.text]
  return type.kind === 'union' ? type.members : type.properties
}

function referTo(
  { id, schemas }: Component,
  direction: Direction,
  create: () => JsonSchema,
): JsonSchema {
  if (!schemas[direction]) {
    schemas[direction] = {}
    schemas[direction] = create()
  }
  return { $ref: placeholder(direction, id) }
}

interface Variant extends Nameable {
  readonly id: number
  readonly directions: readonly Direction[]
  readonly schema: JsonSchema
}

function toVariants({ id, name, at, schemas }: Component, differs: boolean): Variant[] {
  const { request, response } = schemas
  if (!differs || !request || !response) {
    const schema = request ?? response ?? {}
    return [{ id, name, at, directions: ['request', 'response'], schema }]
  }
  return [
    { id, name, at, directions: ['request'], schema: request },
    { id, name: `${name}Output`, at, directions: ['response'], schema: response },
  ]
}

function nameOf(name: string, typeArguments: readonly TypeInfo[]): string {
  return typeArguments.length > 0 ? `${name}<${typeArguments.map(typeText).join(', ')}>` : name
}
