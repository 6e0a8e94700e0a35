import { reflect } from '../../base/reflection/reflect.ts'
import type {
  Builtin,
  Documentation,
  NamedType,
  TypeInfo,
} from '../../base/reflection/type-info.ts'
import { builtins } from '../../data/builtins/builtins.ts'
import { typeText } from '../../base/reflection/type-text.ts'
import { nameComponents, type Nameable } from '../../data/schema/component-names.ts'
import type { ClassType, Direction } from './properties.ts'
import { docComment } from './type-syntax.ts'

/** A class, a named type, or a branded scalar. */
export type DeclaredType = ClassType | NamedType | BrandedType

interface BrandedType {
  readonly kind: 'brand'
  readonly name: string
  readonly of: TypeInfo
}

/** The declaration of a type in each direction that the client uses. */
interface Component extends Nameable {
  readonly id: number
  readonly doc: Documentation
  /** The source after the name; empty while it is being written. */
  readonly bodies: { [direction in Direction]?: string }
}

const directions: readonly Direction[] = ['request', 'response', 'wire']

/** A placeholder for the name of a component. String literals cannot contain it, because JSON escapes lone surrogates. */
const reference = /\uD800(\d+):(\w+)\uD800/gu

/** The types that declarations of a client refer to by name. */
export class TypeComponents {
  readonly #components = new Map<string, Component>()
  readonly #numbers = new Map<unknown, number>()

  /** Returns the key of a declared type, which includes the arguments of a generic one. */
  keyOf(type: DeclaredType): string {
    const { kind } = type
    const content =
      kind === 'class'
        ? [type.class, type.typeArguments]
        : kind === 'schema'
          ? [{ schema: type.schema }, type.text]
          : kind === 'brand'
            ? [type.name, type.of.kind]
            : [type.name, type.at, contentOf(type)]
    return JSON.stringify([kind, content], (key, value: unknown) =>
      typeof value === 'function' || key === 'schema' ? this.#numberOf(value) : value,
    )
  }

  /** Returns a reference to a type. Its declaration is created at the first reference. */
  referTo(type: DeclaredType, direction: Direction, create: () => string): string {
    const { bodies } = this.#find(type)
    if (bodies[direction] === undefined) {
      bodies[direction] = ''
      bodies[direction] = create()
    }
    return this.reference(type, direction)
  }

  /** Returns a reference to a type that is declared elsewhere. */
  reference(type: DeclaredType, direction: Direction): string {
    return `\uD800${this.#find(type).id}:${direction}\uD800`
  }

  /** Names the types. Call it after the last type is written, because names depend on all types. */
  named(): NamedComponents {
    const components = [...this.#components.values()]
    return new NamedComponents(components, nameAll(components))
  }

  #find(type: DeclaredType): Component {
    const key = this.keyOf(type)
    let found = this.#components.get(key)
    if (!found) {
      found = { id: this.#components.size, ...declarationOf(type), bodies: {} }
      this.#components.set(key, found)
    }
    return found
  }

  #numberOf(value: unknown): number {
    const known = this.#numbers.get(value) ?? this.#numbers.size
    this.#numbers.set(value, known)
    return known
  }
}

/** The types of a client with their final names. */
export class NamedComponents {
  readonly #components: readonly Component[]
  readonly #names: ReadonlyMap<string, string>

  constructor(components: readonly Component[], names: ReadonlyMap<string, string>) {
    this.#components = components
    this.#names = names
  }

  /** Replaces the references in a string with type names after `prefix`. */
  complete(text: string, prefix = ''): string {
    return text.replaceAll(reference, (_, id: string, direction: string) => {
      const name = this.#names.get(`${id}:${direction}`)
      if (name === undefined) {
        const type = this.#components[Number(id)]?.name ?? 'a type that was written too late'
        throw new Error(`The client refers to ${type} (${direction}), which it does not declare.`)
      }
      return prefix + name
    })
  }

  /** Returns the declarations, sorted by name. */
  declarations(): string[] {
    const byName = new Map<string, string>()
    for (const { id, bodies, doc } of this.#components) {
      for (const direction of directions) {
        const name = this.#names.get(`${id}:${direction}`)
        const body = bodies[direction]
        if (name === undefined || body === undefined || byName.has(name)) continue
        const word = body.startsWith('{') ? 'interface' : 'type'
        byName.set(name, `${docComment(doc)}export ${word} ${name} ${this.complete(body)}\n`)
      }
    }
    return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  }
}

function nameAll(components: readonly Component[]): ReadonlyMap<string, string> {
  const groups = groupDirections(components)
  const variants = components.flatMap((component) => variantsOf(component, groups))
  const sorted = variants.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  const names = unique(nameComponents(sorted).map(toIdentifier))
  return new Map(
    sorted.flatMap(({ keys }, index) => keys.map((key) => [key, names[index] as string] as const)),
  )
}

interface Variant extends Nameable {
  readonly keys: readonly string[]
  readonly body: string
}

function sortKey({ name, at, body }: Variant): string {
  return JSON.stringify([name, at, body.replaceAll(reference, '')])
}

/** Groups the directions of each type that have the same content. Returns a group number for each. */
function groupDirections(components: readonly Component[]): ReadonlyMap<string, number> {
  let groups = new Map<string, number>()
  for (let count = -1; count !== new Set(groups.values()).size;) {
    count = new Set(groups.values()).size
    const numbers = new Map<string, number>()
    const next = new Map<string, number>()
    for (const { id, bodies } of components) {
      for (const direction of directions) {
        const body = bodies[direction]
        if (body === undefined) continue
        const text = body.replaceAll(
          reference,
          (_, other: string, way: string) => `<${other} ${groups.get(`${other}:${way}`) ?? 0}>`,
        )
        const content = `${id} ${text}`
        if (!numbers.has(content)) numbers.set(content, numbers.size)
        next.set(`${id}:${direction}`, numbers.get(content) as number)
      }
    }
    groups = next
  }
  return groups
}

const endings: Readonly<Record<Direction, string>> = {
  request: '',
  response: 'Output',
  wire: 'Wire',
}

function variantsOf(
  { id, name, at, bodies }: Component,
  groups: ReadonlyMap<string, number>,
): Variant[] {
  const variants = new Map<number, Variant & { keys: string[] }>()
  for (const direction of directions) {
    const body = bodies[direction]
    if (body === undefined) continue
    const key = `${id}:${direction}`
    const group = groups.get(key) as number
    const known = variants.get(group)
    if (known) known.keys.push(key)
    else {
      const ending = variants.size === 0 ? '' : endings[direction]
      variants.set(group, { name: name + ending, at, body, keys: [key] })
    }
  }
  return [...variants.values()]
}

function declarationOf(type: DeclaredType): { name: string; at: string; doc: Documentation } {
  if (type.kind === 'brand') return { name: type.name, at: '', doc: {} }
  if (type.kind !== 'class') {
    const { name = 'Value', at = '', doc = {} } = type
    return { name, at, doc }
  }
  if (!type.class) return { name: type.name, at: '', doc: {} }
  const { name, at, doc } = reflect(type.class)
  const { typeArguments = [] } = type
  const list = typeArguments.length > 0 ? `<${typeArguments.map(typeText).join(', ')}>` : ''
  return { name: name + list, at, doc }
}

function contentOf(type: Exclude<NamedType, { kind: 'schema' }>): readonly unknown[] {
  if (type.kind === 'enum') return type.values
  return (type.kind === 'union' ? type.members : type.properties) as readonly TypeInfo[]
}

/** Global names that a declaration of the client would hide. */
const globals = new Set([
  'Array',
  'AsyncIterable',
  'Blob',
  'ReadableStream',
  'Record',
  'Response',
  ...Object.keys(builtins).filter((name) => builtins[name as Builtin].jsonType),
])

function toIdentifier(name: string): string {
  const words = name.split(/\W+/u).filter(Boolean)
  const text = words.length === 1 ? (words[0] as string) : words.map(capitalize).join('')
  return globals.has(text) || /^\d/u.test(text) ? `Api${text}` : text
}

/**
 * Adds numbers to identical names. Different types can have the same identifier, such as the classes `Map` and `ApiMap`.
 */
function unique(names: readonly string[]): string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((name) => {
    let free = name
    for (let count = 2; seen.has(free) || (free !== name && taken.has(free)); count++) {
      free = `${name}_${count}`
    }
    seen.add(free)
    return free
  })
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
