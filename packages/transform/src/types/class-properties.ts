import type { Class, ClassElement, Span, TSParameterProperty } from 'oxc-parser'
import { unfilled, type ValueReference, type Property, type Unreadable } from '../described-type.ts'
import { constructorOf, keyName } from '../parse/class-members.ts'
import { docOf } from '../parse/doc-comment.ts'
import { parameterName, readParameter } from './read-parameter.ts'
import type { StructuralReader } from './structural-reader.ts'

/** A class, or one of its parents, with a reader for the scope inside it. */
export interface ClassPart {
  readonly node: Class
  readonly reader: StructuralReader
  /** Returns a reference to the class, or the reason why the module cannot refer to it. */
  reference(): ValueReference | Unreadable
}

/** Returns the names of the properties that can be set from data: the public constructor parameters. */
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
    for (const property of [...bodyMembers(part, keep), ...parameterProperties(part, keep)]) {
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

function parameterProperties(part: ClassPart, keep: (name: string) => boolean): Property[] {
  const { node, reader } = part
  const { file } = reader.scope
  const constructor = constructorOf(node)
  const doc = constructor && docOf(constructor, constructor.key, file)
  return publicParameters(node).flatMap((parameter) => {
    if (!keep(parameterName(parameter))) return []
    const read = readParameter(parameter, reader)
    const { name, binding, type, optional, default: defaultValue } = read
    return {
      name,
      type: parameter.decorators.length > 0 ? withConstraints(part, name, type) : type,
      optional,
      // Only the constructor could compute a default that is not constant, and it does not run.
      default: defaultValue && 'value' in defaultValue ? { value: defaultValue.value } : undefined,
      doc: docOf(parameter, binding, file)?.documentation ?? doc?.parameters.get(name),
    }
  })
}

function withConstraints(
  part: ClassPart,
  parameter: string,
  type: Property['type'],
): Property['type'] {
  const reference = part.reference()
  return typeof reference === 'string'
    ? { ...type, constrainedBy: { class: reference, parameter } }
    : reference
}

/** Returns the public methods and fields in the body of a class, with unreadable types: data cannot set them. */
function bodyMembers({ node, reader }: ClassPart, keep: (name: string) => boolean): Property[] {
  return node.body.body.filter(isPublicMember).flatMap(({ key }): Property[] => {
    const name = keyName(key)
    if (name === undefined || name === 'constructor' || !keep(name)) return []
    const owner = node.id?.name ?? 'without a name'
    const reason = `the class ${owner} has the public method or property "${name}", which data cannot set`
    const type = reader.refuse(
      key as Span,
      reason,
      'use only properties that constructor parameters set',
    )
    return [{ name, type, [unfilled]: true }]
  })
}

type Member = Extract<ClassElement, { key: unknown }>

function isPublicMember(member: ClassElement): member is Member {
  if (member.type === 'StaticBlock' || member.type === 'TSIndexSignature') return false
  const isHidden = member.accessibility === 'private' || member.accessibility === 'protected'
  return !member.static && !member.computed && !isHidden && !member.optional
}
