import type { TSTypeName } from 'oxc-parser'
import { exportsOf } from './module-exports.ts'
import { followFile, resolveImport, type Reading } from './reading.ts'
import { fileScope, lookup, type Declaration, type Scope } from './scope.ts'
import type { SourceFile } from './source-file.ts'

/** What a name stands for after all imports are followed. */
export type Resolved =
  | { readonly kind: 'declaration'; readonly declaration: Owned; readonly typeOnly: boolean }
  /** A path of names below a declaration that is no module: the member of an enum, say. */
  | { readonly kind: 'member'; readonly of: Owned; readonly name: string }
  | { readonly kind: 'module'; readonly file: SourceFile; readonly typeOnly: boolean }
  | {
      readonly kind: 'package'
      readonly specifier: string
      /** A path of names below the module; `*` for the module. */
      readonly name: string
      readonly hasValues: boolean
    }
  | { readonly kind: 'missing'; readonly reason: string; readonly remedy: string }

export type Owned = Exclude<Declaration, { kind: 'import' }>

type Space = 'types' | 'values'

/** Follows a name to its declaration; undefined for a name that the module neither declares nor imports. */
export function resolveName(
  node: TSTypeName,
  space: Space,
  scope: Scope,
  reading: Reading,
): Resolved | undefined {
  if (node.type === 'ThisExpression') return undefined
  if (node.type === 'Identifier') return resolveLocal(node.name, space, scope, reading)
  const left = resolveName(node.left, space, scope, reading)
  return left && resolveMember(left, node.right.name, space, reading)
}

/** Follows a name without qualification. */
function resolveLocal(
  name: string,
  space: Space,
  scope: Scope,
  reading: Reading,
  seen: ReadonlySet<string> = new Set(),
): Resolved | undefined {
  const declaration = lookup(name, space, scope)
  if (!declaration) return undefined
  if (declaration.kind !== 'import') return { kind: 'declaration', declaration, typeOnly: false }
  const { specifier, typeOnly } = declaration
  const found = resolveExport(specifier, declaration.name, space, scope.file, reading, seen)
  return typeOnly ? asTypeOnly(found) : found
}

function resolveMember(of: Resolved, name: string, space: Space, reading: Reading): Resolved {
  if (of.kind === 'module') {
    const found = exportOf(of.file, name, space, reading, new Set())
    return of.typeOnly ? asTypeOnly(found) : found
  }
  if (of.kind === 'package') {
    return { ...of, name: of.name === '*' ? name : `${of.name}.${name}` }
  }
  if (of.kind === 'member') return { ...of, name: `${of.name}.${name}` }
  if (of.kind !== 'declaration') return of
  const inner =
    of.declaration.kind === 'namespace' ? of.declaration.scope[space].get(name) : undefined
  return inner && inner.kind !== 'import'
    ? { kind: 'declaration', declaration: inner, typeOnly: of.typeOnly }
    : { kind: 'member', of: of.declaration, name }
}

/** Follows an export of a module to the declaration behind it. */
export function resolveExport(
  specifier: string,
  name: string,
  space: Space,
  from: SourceFile,
  reading: Reading,
  seen: ReadonlySet<string> = new Set(),
): Resolved {
  const resolution = resolveImport(specifier, from, reading)
  if (resolution?.kind === 'package') {
    return { kind: 'package', specifier, name, hasValues: resolution.hasValues }
  }
  const file = resolution && followFile(resolution.path, reading)
  if (!file) return missingModule(specifier)
  if (name === '*') return { kind: 'module', file, typeOnly: false }
  return exportOf(file, name, space, reading, seen, specifier)
}

function exportOf(
  file: SourceFile,
  name: string,
  space: Space,
  reading: Reading,
  seen: ReadonlySet<string>,
  specifier = file.label,
): Resolved {
  const key = `${name} ${file.path}`
  if (seen.has(key)) return missingExport(name, specifier)
  const next = new Set(seen).add(key)
  const { named, stars } = exportsOf(file)
  const exported = named.get(name)
  if (exported) {
    const found =
      exported.kind === 'anonymous'
        ? ({
            kind: 'declaration',
            declaration: exported.declaration as Owned,
            typeOnly: false,
          } as const)
        : exported.kind === 'from'
          ? resolveExport(exported.specifier, exported.name, space, file, reading, next)
          : resolveLocal(exported.name, space, fileScope(file), reading, next)
    if (found) return exported.typeOnly ? asTypeOnly(found) : found
  } else if (name !== 'default') {
    for (const star of stars) {
      const found = resolveExport(star.specifier, name, space, file, reading, next)
      if (found.kind !== 'missing') return star.typeOnly ? asTypeOnly(found) : found
    }
  }
  return missingExport(name, specifier)
}

function asTypeOnly(found: Resolved): Resolved {
  return 'typeOnly' in found ? { ...found, typeOnly: true } : found
}

function missingModule(specifier: string): Resolved {
  return /^[.#]/.test(specifier)
    ? {
        kind: 'missing',
        reason: `no file is found for the import "${specifier}"`,
        remedy: 'correct the path of the import',
      }
    : {
        kind: 'missing',
        reason: `the package of the import "${specifier}" is not installed`,
        remedy: 'install it, or import by a relative path or by "imports" of package.json',
      }
}

function missingExport(name: string, specifier: string): Resolved {
  return {
    kind: 'missing',
    reason: `"${specifier}" has no export named "${name}"`,
    remedy: 'export it there, or correct the import',
  }
}
