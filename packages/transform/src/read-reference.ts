import type { Span, TSImportType, TSTypeParameterInstantiation, TSTypeReference } from 'oxc-parser'
import { mentioned, type Type } from './described-type.ts'
import { enumMembers, readEnum } from './enum-type.ts'
import { packageType, readGlobal } from './global-types.ts'
import { exportedNameOf } from './module-exports.ts'
import { readArguments, readNamedType } from './named-type.ts'
import { readType } from './read-type.ts'
import type { Reading } from './reading.ts'
import { resolveExport, resolveName, type Owned, type Resolved } from './resolve-name.ts'
import { fileScope, type Scope } from './scope.ts'
import { textOf, unreadable } from './unreadable.ts'

/** A mention of a type by its name. */
export interface Mention extends Span {
  readonly typeArguments: TSTypeParameterInstantiation | null
}

/** Reads a type that is mentioned by its name. */
export function readReference(node: TSTypeReference, scope: Scope, reading: Reading): Type {
  const resolved = resolveName(node.typeName, 'types', scope, reading)
  const { typeName } = node
  const written = typeName.type === 'Identifier' ? typeName.name : textOf(typeName, scope.file.text)
  return resolved
    ? readResolved(resolved, node, written, scope, reading)
    : readGlobal(written, node, scope, reading)
}

/** Reads `import('./file.ts').Name`. */
export function readImportType(node: TSImportType, scope: Scope, reading: Reading): Type {
  const { qualifier, source } = node
  if (qualifier?.type !== 'Identifier') {
    return unreadable(node, scope, 'it names no type of the module', 'import the type by its name')
  }
  const found = resolveExport(source.value, qualifier.name, 'types', scope.file, reading)
  const typeOnly = 'typeOnly' in found ? { ...found, typeOnly: true } : found
  return readResolved(typeOnly, node, qualifier.name, scope, reading)
}

function readResolved(
  resolved: Resolved,
  node: Mention,
  written: string,
  scope: Scope,
  reading: Reading,
): Type {
  switch (resolved.kind) {
    case 'missing':
      return unreadable(node, scope, resolved.reason, resolved.remedy)
    case 'package':
      return readPackageType(resolved, node, written, scope, reading)
    case 'module':
      return unreadable(node, scope, 'it is a module', 'name a type of the module')
    case 'member':
      return readMember(resolved.of, resolved.name, node, scope, reading)
    case 'declaration':
      return readDeclaration(resolved, node, written, scope, reading)
  }
}

function readMember(of: Owned, name: string, node: Mention, scope: Scope, reading: Reading): Type {
  const value = of.kind === 'enum' ? enumMembers(of, reading).get(name) : undefined
  return value === undefined
    ? unreadable(node, scope, `"${name}" is not found in it`, 'correct the name')
    : { kind: 'enum', values: [value] }
}

function readDeclaration(
  { declaration, typeOnly }: Extract<Resolved, { kind: 'declaration' }>,
  node: Mention,
  written: string,
  scope: Scope,
  reading: Reading,
): Type {
  switch (declaration.kind) {
    case 'typeParameter':
      return declaration.type
    case 'alias':
    case 'interface':
      return readNamedType(declaration, node, scope, reading)
    case 'enum':
      return readEnum(declaration, reading)
    case 'class':
      return readClass(declaration, typeOnly, node, written, scope, reading)
    default:
      return unreadable(node, scope, 'it is not a type', 'name a class, an interface or an alias')
  }
}

function readClass(
  declaration: Extract<Owned, { kind: 'class' }>,
  typeOnly: boolean,
  node: Mention,
  written: string,
  scope: Scope,
  reading: Reading,
): Type {
  const { node: declared, scope: home } = declaration
  const file = home.file
  const parameters = readArguments(declared.typeParameters, node, scope, home, reading)
  const type = (value: string): Type => ({
    kind: 'class',
    name: declared.id?.name ?? written,
    class: mentioned(value),
    ...(parameters.length > 0 && { typeArguments: parameters }),
  })
  if (declared.declare || /\.d\.[cm]?ts$/.test(file.path)) return type('undefined')
  if (scope.file === reading.module && !typeOnly) return type(written)
  if (file === reading.module && home === fileScope(file) && declared.id)
    return type(declared.id.name)
  const exported = exportedNameOf(declaration, file)
  if (exported !== undefined) return type(reading.references.toExport(file.path, exported))
  return unreadable(
    node,
    scope,
    `${file.label} does not export the class ${declared.id?.name}`,
    'export it there',
  )
}

function readPackageType(
  { specifier, name, hasValues }: Extract<Resolved, { kind: 'package' }>,
  node: Mention,
  written: string,
  scope: Scope,
  reading: Reading,
): Type {
  const known = packageType(specifier, name)
  if (known) return known
  const parameters = node.typeArguments?.params.map((type) => readType(type, scope, reading))
  const value = hasValues ? reading.references.toPackage(specifier, name) : 'undefined'
  return {
    kind: 'class',
    name: name === 'default' ? written : name.slice(name.lastIndexOf('.') + 1),
    class: mentioned(value),
    ...(parameters && { typeArguments: parameters }),
  }
}
