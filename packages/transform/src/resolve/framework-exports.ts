import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { exportsOf, type ModuleExports } from '../parse/module-exports.ts'
import { parseSourceFile } from '../parse/source-file.ts'
import { findInstalledPackage, typeConditions, packageTarget } from './packages.ts'

/** A name that `@fw/core` exports. */
export interface FrameworkExport {
  readonly name: string
  readonly typeOnly: boolean
}

/** Returns the export `name` of `@fw/core`, in the version installed for the file `from`. */
export function frameworkExport(name: string, from: string): FrameworkExport | undefined {
  const exported = exportsFor(from)?.get(name)
  return exported && { name, typeOnly: exported.typeOnly }
}

/** Returns the names of the values that `@fw/core` exports, in the version installed for a file. */
export function frameworkValues(from: string): string[] {
  return [...(exportsFor(from) ?? [])].flatMap(([name, { typeOnly }]) => (typeOnly ? [] : [name]))
}

/**
 * Returns the exports of `@fw/core` that are only types; an empty list if `from` is in
 * `node_modules`.
 */
export function frameworkTypes(from: string): FrameworkExport[] {
  const exported = isForeign(from) ? [] : [...(exportsFor(from) ?? [])]
  return exported.flatMap(([name, { typeOnly }]) => (typeOnly ? { name, typeOnly } : []))
}

function exportsFor(from: string): ModuleExports['named'] | undefined {
  const found = findInstalledPackage('@fw/core', from)
  const target = packageTarget(found?.json.exports, '.', typeConditions)
  if (!found || target === undefined) return undefined
  return entryExports(resolve(found.folder, target)).named
}

/**
 * Returns the reason and the remedy for the error about a type that `@fw/core` exports and the module does not import;
 * undefined for other types, and for modules in `node_modules`.
 */
export function explainMissingImport(
  name: string,
  from: string,
): readonly [reason: string, remedy: string] | undefined {
  const exported = isForeign(from) ? undefined : frameworkExport(name, from)
  return exported && [`"${name}" is not imported`, `add: ${importOf([exported])}`]
}

function isForeign(from: string): boolean {
  return /[\\/]node_modules[\\/]/.test(from)
}

const entries = new Map<string, ModuleExports>()

function entryExports(path: string): ModuleExports {
  const known = entries.get(path)
  if (known) return known
  const exports = exportsOf(parseSourceFile(readFileSync(path, 'utf8'), path))
  entries.set(path, exports)
  return exports
}

/** Returns the declaration that imports names of `@fw/core`. */
export function importOf(names: readonly FrameworkExport[]): string {
  const list = names.map(({ name, typeOnly }) => (typeOnly ? `type ${name}` : name))
  return `import { ${list.join(', ')} } from '@fw/core'`
}
