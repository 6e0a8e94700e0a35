import type { Class, ClassElement, Span, TSParameterProperty } from 'oxc-parser'
import { unfilled, type Mentioned, type Property, type Unreadable } from '../described-type.ts'
import { constructorOf, keyName } from '../parse/class-members.ts'
import { docOf } from '../parse/doc-comment.ts'
import { parameterName, readParameter } from './read-parameter.ts'
import type { StructuralReader } from './structural-reader.ts'

/** A class, or one of its parents, with a reader for the scope inside it. */
export interface ClassPart {
  readonly node: Class
  readonly reader: StructuralReader
  /** Returns a reference to the class, or the reason why the module cannot refer to it. */
  mention(): Mentioned | Unreadable
}

/** Returns the names of the properties that can be set from data: those of public constructor parameters. */
export function propertyNames(parts: readonly ClassPart[]): string[] {
  const names = parts.flatMap(({ node }) => publicParameters(node).map(parameterName))
  return [...new Set(names)]
}

/**
 * Returns the public properties of a class that `keep` selects. A property that cannot be set from data has an
 * unreadable type.
 */
export function classProperties(
  parts: readonly ClassPart[],
  keep: (name: string) => boolean,
): Property[] {
  const properties = new Map<string, Property>()
  for (const part of parts) {
    for (const property of [...membersOf(part, keep), ...filledBy(part, keep)]) {
      properties.set(property.name, property)
    }
  }
  return [...properties.values()]
}

function publicParameters(node: Class): TSParameterProperty[] {
  const parameters = constructorOf(node)?.value.params ?? []
  return parameters.filter(
    (parameter) =>
      parameter.type === 'TSParameterProperty' &&
      (parameter.accessibility ?? 'public') === 'public',
  ) as TSParameterProperty[]
}

function filledBy(part: ClassPart, keep: (name: string) => boolean): Property[] {
  const { node, reader } = part
  const { file } = reader.scope
  const constructor = constructorOf(node)
  const doc = constructor && docOf(constructor, constructor.key, file)
  return publicParameters(node).flatMap((parameter) => {
    if (!keep(parameterName(parameter))) return []
    const read = readParameter(parameter, reader)
    const { name, binding, type, optional, default: given } = read
    return {
      name,
      type: parameter.decorators.length > 0 ? constrained(part, name, type) : type,
      optional,
      // A computed default is only known to the constructor, which does not run.
      default: given && 'value' in given ? { value: given.value } : undefined,
      doc: docOf(parameter, binding, file)?.documentation ?? doc?.parameters.get(name),
    }
  })
}

function constrained(part: ClassPart, parameter: string, type: Property['type']): Property['type'] {
  const mention = part.mention()
  return typeof mention === 'string'
    ? { ...type, constrainedBy: { class: mention, parameter } }
    : mention
}

/** Returns the public methods and fields in the body of a class, with unreadable types: data cannot set them. */
function membersOf({ node, reader }: ClassPart, keep: (name: string) => boolean): Property[] {
  return node.body.body.filter(isPublicMember).flatMap(({ key }): Property[] => {
    const name = keyName(key)
    if (name === undefined || name === 'constructor' || !keep(name)) return []
    const owner = node.id?.name ?? 'without a name'
    const reason = `the class ${owner} has the public method or property "${name}", which data cannot set`
    const type = reader.refuse(key as Span, reason, 'select the fields with Pick')
    return [{ name, type, [unfilled]: true }]
  })
}

type Member = Extract<ClassElement, { key: unknown }>

function isPublicMember(member: ClassElement): member is Member {
  if (member.type === 'StaticBlock' || member.type === 'TSIndexSignature') return false
  const isHidden = member.accessibility === 'private' || member.accessibility === 'protected'
  return !member.static && !member.computed && !isHidden && !member.optional
}
