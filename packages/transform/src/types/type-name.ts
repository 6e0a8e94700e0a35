import type { Span, TSType } from 'oxc-parser'
import type { DeclarationInfo, Type } from '../described-type.ts'
import { docBefore } from '../parse/doc-comment.ts'
import { exportsOf } from '../parse/module-exports.ts'
import { fileScope, type Scope } from '../parse/scope.ts'

/** The declaration of an enum, or of a type that does not exist at run time. */
interface TypeDeclaration {
  readonly node: Span & { readonly id: { readonly name: string } }
  readonly scope: Scope
}

type ExportInfo = Pick<DeclarationInfo, 'at' | 'doc'>

const exportInfos = new WeakMap<TypeDeclaration['node'], ExportInfo>()

/** Returns the location and doc comment of an exported declaration; empty if it is not exported. */
export function exportOf(declaration: TypeDeclaration): ExportInfo {
  const { node } = declaration
  let found = exportInfos.get(node)
  if (!found) exportInfos.set(node, (found = readExport(declaration)))
  return found
}

function readExport({ node, scope }: TypeDeclaration): ExportInfo {
  const { file } = scope
  const isExported = scope === fileScope(file) && exportsOf(file).locals.has(node.id.name)
  if (!isExported) return {}
  const before = /export\s+(?:default\s+)?$/.exec(
    file.text.slice(Math.max(0, node.start - 40), node.start),
  )
  const doc = docBefore(node.start - (before?.[0].length ?? 0), file)?.documentation
  return { at: file.label, ...(doc && { doc }) }
}

/**
 * Gives a type the name of its declaration. A union, or an instance of a generic declaration, gets a name only if it is
 * recursive, or if the declaration is exported and all arguments have names.
 */
export function withName(
  type: Type,
  declaration: TypeDeclaration,
  args: readonly Type[],
  { name, isRecursive }: { readonly name: string; readonly isRecursive: boolean },
): Type {
  if (!canBeNamed(type)) return type
  if (type.name !== undefined) return type
  const exported = instanceName(declaration, args) === undefined ? {} : exportOf(declaration)
  const isPlain = type.kind !== 'union' && args.length === 0
  return isPlain || isRecursive || exported.at ? { ...type, name, ...exported } : type
}

/**
 * Gives a branded scalar the name of its alias. For `type Id = Brand<string, 'Id'>`, the name is `Id`, not the name of
 * the generic alias.
 */
export function withBrand(
  type: Type,
  { node }: TypeDeclaration & { readonly node: { readonly typeAnnotation?: TSType } },
  args: readonly Type[],
): Type {
  const isBrand =
    node.typeAnnotation?.type === 'TSIntersectionType' && brandableKinds.has(type.kind)
  const isGenericBrand = type.brand?.includes('<') && args.length === 0
  if (!isGenericBrand && !(isBrand && type.brand === undefined)) return type
  return { ...type, brand: args.length === 0 ? node.id.name : `${node.id.name}<>` }
}

/** The kinds of scalars that can be branded. */
const brandableKinds: ReadonlySet<string> = new Set([
  'string',
  'number',
  'int',
  'bigint',
  'boolean',
])

/** Returns a name such as `Page<Item>`; undefined if an argument has no name. */
export function instanceName({ node }: TypeDeclaration, args: readonly Type[]): string | undefined {
  return args.length > 0 ? joinLabels(args, ', ', `${node.id.name}<`, '>') : node.id.name
}

function labelOf(type: Type): string | undefined {
  const label = labelWithoutNull(type)
  return label !== undefined && type.nullable ? `${label} | null` : label
}

function labelWithoutNull(type: Type): string | undefined {
  switch (type.kind) {
    case 'class':
    case 'builtin':
      return type.typeArguments
        ? joinLabels(type.typeArguments, ', ', `${type.name}<`, '>')
        : type.name
    case 'array':
      return joinLabels([type.items], '', '', '[]')
    case 'tuple':
      if (type.rest || type.least !== undefined) return undefined
      return joinLabels(type.items, ', ', '[', ']')
    case 'record':
      return joinLabels([type.keys ?? { kind: 'string' }, type.values], ', ', 'Record<', '>')
    case 'union':
      return type.name ?? joinLabels(type.members, ' | ')
    case 'schema':
    case 'enum':
    case 'object':
    case 'recursive':
    case 'typeParameter':
      return type.name
    case 'template':
    case 'unreadable':
      return undefined
    default:
      return type.brand ?? type.kind
  }
}

function joinLabels(
  types: readonly Type[],
  between: string,
  before = '',
  after = '',
): string | undefined {
  const labels = types.map(labelOf)
  return labels.includes(undefined) ? undefined : before + labels.join(between) + after
}

function canBeNamed(
  type: Type,
): type is Extract<Type, { kind: 'object' | 'enum' | 'union' | 'schema' }> {
  return ['object', 'enum', 'union', 'schema'].includes(type.kind)
}
