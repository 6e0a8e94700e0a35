import { reflect } from '../../../base/reflection/reflect.ts'
import type { Builtin, Documentation, TypeInfo } from '../../../base/reflection/type-info.ts'
import { typeText } from '../../../base/reflection/type-text.ts'
import { builtins } from '../../../data/builtins/builtins.ts'
import { nameComponents, type Nameable } from '../../../data/schema/component-names.ts'
import type { Direction } from './properties.ts'
import { capitalize } from './type-syntax.ts'
import { TypeWriter, type DeclaredType, type NameOf, type Reference } from './type-writer.ts'

/** The types that a client declares. */
export interface DeclaredTypes {
  /** The declarations, sorted by name. */
  readonly declarations: readonly TypeDeclaration[]
  /** Returns a function that returns the name of a declared type, with `prefix` before it. */
  readonly names: (prefix: string) => NameOf
}

/** The declaration of a type, for all directions in which the type has the same content. */
export interface TypeDeclaration extends Nameable {
  readonly doc: Documentation
  /** The references to the type. The content is written from the first one. */
  readonly references: readonly [Reference, ...Reference[]]
}

/** A use of a type, for data that clients send or that they receive. */
export interface TypeUse {
  readonly type: TypeInfo
  readonly direction: Direction
}

/** Finds the declared types that types refer to, directly or indirectly, and names them. */
export function declareTypes(uses: readonly TypeUse[]): DeclaredTypes {
  const keyOfType = createKeys()
  const keyOf: NameOf = ({ type, direction }) => `${keyOfType(type)} ${direction}`
  const byType = Map.groupBy(findReferences(uses, keyOf), ({ type }) => keyOfType(type))
  const unnamed = splitByContent([...byType.values()], keyOf)
  const names = unique(nameComponents(unnamed).map(toIdentifier))
  const declarations = unnamed.map((each, index) => ({ ...each, name: names[index] as string }))
  const byKey = new Map(
    declarations.flatMap(({ name, references }) =>
      references.map((each) => [keyOf(each), name] as const),
    ),
  )
  return {
    declarations: declarations.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    names: (prefix) => (reference) => {
      const name = byKey.get(keyOf(reference))
      if (name !== undefined) return prefix + name
      const { type, direction } = reference
      throw new Error(
        `The client refers to ${type.name} (${direction}), which it does not declare.`,
      )
    },
  }
}

/** Returns the first reference to each declared type in each direction. */
function findReferences(uses: readonly TypeUse[], keyOf: NameOf): Iterable<Reference> {
  const found = new Map<string, Reference>()
  const writer: TypeWriter = new TypeWriter((reference) => {
    const key = keyOf(reference)
    if (!found.has(key)) {
      found.set(key, reference)
      writer.writeBody(reference)
    }
    return ''
  })
  for (const { type, direction } of uses) writer.write(type, direction)
  return found.values()
}

const directions: readonly Direction[] = ['request', 'response', 'wire']

/** The suffixes of type names by direction, for types that differ between directions. */
const suffixes: Readonly<Record<Direction, string>> = {
  request: '',
  response: 'Output',
  wire: 'Wire',
}

/**
 * Groups the references to each type by their content. Splitting a group changes the content of the types that refer to
 * it, so this repeats until no group is split. Returns a declaration for each group, sorted for naming.
 */
function splitByContent(
  byType: readonly (readonly Reference[])[],
  keyOf: NameOf,
): TypeDeclaration[] {
  const numbers = new Map<string, number>()
  const writer = new TypeWriter((reference) => `<${numbers.get(keyOf(reference))}>`)
  const whole = byType.map((group) =>
    group.toSorted((a, b) => directions.indexOf(a.direction) - directions.indexOf(b.direction)),
  )
  let groups = whole
  for (let count = 0; count < groups.length;) {
    count = groups.length
    for (const [index, group] of groups.entries()) {
      for (const each of group) numbers.set(keyOf(each), index)
    }
    groups = groups.flatMap((group) => [
      ...Map.groupBy(group, (each) => writer.writeBody(each)).values(),
    ])
  }
  const firsts = new Set(whole.map(([first]) => first))
  const declarations = groups.map((group) => {
    const references = group as [Reference, ...Reference[]]
    const [first] = references
    const { at, doc, ...type } = declarationOf(first.type)
    const name = type.name + (firsts.has(first) ? '' : suffixes[first.direction])
    const content = writer.writeBody(first).replaceAll(/<\d+>/gu, '')
    return { name, at, doc, references, sortKey: JSON.stringify([name, at, content]) }
  })
  return declarations.toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1))
}

/** Returns a function that returns the key of a declared type, which includes its type arguments. */
function createKeys(): (type: DeclaredType) => string {
  const numbers = new Map<unknown, number>()
  const numberOf = (value: unknown) => {
    const number = numbers.get(value) ?? numbers.size
    numbers.set(value, number)
    return number
  }
  return (type) =>
    JSON.stringify([type.kind, contentOf(type)], (key, value: unknown) =>
      typeof value === 'function' || key === 'schema' ? numberOf(value) : value,
    )
}

function contentOf(type: DeclaredType): unknown {
  switch (type.kind) {
    case 'class':
      return [type.class, type.typeArguments]
    case 'schema':
      return [{ schema: type.schema }, type.text]
    case 'brand':
      return [type.name, type.of.kind]
    case 'enum':
      return [type.name, type.at, type.values]
    case 'union':
      return [type.name, type.at, type.members]
    default:
      return [type.name, type.at, type.properties]
  }
}

function declarationOf(type: DeclaredType): Nameable & { readonly doc: Documentation } {
  const unknown = { name: type.name ?? 'Value', at: '', doc: {} }
  if (type.kind === 'brand') return unknown
  if (type.kind !== 'class') return { ...unknown, at: type.at ?? '', doc: type.doc ?? {} }
  if (!type.class) return unknown
  const { name, at, doc } = reflect(type.class)
  const { typeArguments = [] } = type
  const list = typeArguments.length > 0 ? `<${typeArguments.map(typeText).join(', ')}>` : ''
  return { name: name + list, at, doc }
}

/** Global names that a declaration in the client would hide. */
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
 * Adds numbers to names that are not unique. Different types may have the same identifier, such as the classes `Map`
 * and `ApiMap`.
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
