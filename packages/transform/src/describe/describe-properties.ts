import type { Class, ParamPattern, PropertyDefinition } from 'oxc-parser'
import type { Unreadable } from '../described-type.ts'
import { constructorOf, keyName } from '../parse/class-members.ts'
import type { SourceFile } from '../parse/source-file.ts'
import { createTypeReader, type TypeReader } from '../types/type-reader.ts'
import { textOf } from '../types/unreadable.ts'
import { unreadableParts } from '../types/unreadable-parts.ts'

/** Describes the public properties that look like data but cannot be set from it, and properties with decorators. */
export function describeProperties(node: Class, reader: TypeReader) {
  const { file } = reader.scope
  const source = propertySourceOf(node, file)
  const described = node.body.body.flatMap((member) => {
    if (member.type !== 'PropertyDefinition') return []
    const name = member.computed ? undefined : keyName(member.key)
    const unfilled = unfilledBy(member, source)
    if (name === undefined || (!unfilled && member.decorators.length === 0)) return []
    return {
      name,
      unfilled,
      written: asParameterProperty(member, name, file),
      unreadable: unfilled && unreadableIn(member, reader),
      at: file.at(member.key.start),
    }
  })
  return described.length > 0 ? described : undefined
}

/**
 * The way a class sets its properties. `parameters`: by constructor parameters; `nothing`: it has no constructor;
 * `itself`: by a constructor without parameters; `copy`: by a constructor that copies an object, as in
 * `constructor(init?: Partial<Order>) { Object.assign(this, init) }`.
 */
type PropertySource = 'parameters' | 'nothing' | 'itself' | 'copy'

function propertySourceOf(node: Class, { text }: SourceFile): PropertySource {
  const constructor = constructorOf(node)
  if (!constructor) return 'nothing'
  const { params, body } = constructor.value
  if (params.length === 0) return 'itself'
  if (params.some(({ type }) => type === 'TSParameterProperty')) return 'parameters'
  const bodyText = body ? text.slice(body.start, body.end) : ''
  const isCopied = /\bObject\.assign\(\s*this\b/.test(bodyText) || params.some(namesClass)
  return isCopied ? 'copy' : 'parameters'

  function namesClass({ start, end }: ParamPattern): boolean {
    const words: readonly string[] = text.slice(start, end).match(/[$\p{ID_Continue}]+/gu) ?? []
    return node.id !== null && words.includes(node.id.name)
  }
}

/**
 * Returns true if a property is set neither from data nor by the class, `initially` if only the class sets it and it is
 * not readonly, and otherwise undefined.
 */
function unfilledBy(
  { value, definite, optional, readonly, static: isStatic, accessibility }: PropertyDefinition,
  source: PropertySource,
): true | 'initially' | undefined {
  const isPublic = !isStatic && (accessibility ?? 'public') === 'public'
  if (!isPublic || source === 'parameters') return undefined
  const isSet = value !== null || (source === 'itself' && !definite && !optional)
  if (!isSet) return true
  return readonly ? undefined : 'initially'
}

/** Returns the parts of a property's type that cannot be read; undefined if the whole type can be read. */
function unreadableIn(
  { typeAnnotation }: PropertyDefinition,
  { names, scope }: TypeReader,
): Unreadable[] | undefined {
  if (!typeAnnotation) return undefined
  // The other parts are not described, so they must not add imports to the module.
  const reader = createTypeReader(names).within(scope)
  const parts = unreadableParts(reader.describe(typeAnnotation.typeAnnotation))
  return parts.length > 0 ? parts : undefined
}

function asParameterProperty(
  { optional, readonly, typeAnnotation, value }: PropertyDefinition,
  name: string,
  { text }: SourceFile,
): string {
  const type = typeAnnotation ? textOf(typeAnnotation, text) : ''
  const initial = value ? ` = ${textOf(value, text)}` : ''
  return `${readonly ? 'readonly' : 'public'} ${name}${optional ? '?' : ''}${type}${initial}`
}
