import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, resolve } from 'node:path'
import {
  findInstalledPackage,
  nearestPackage,
  typeConditions,
  packageTarget,
  workspaceFolder,
  type Package,
} from './packages.ts'
import { aliasTargets } from './tsconfig-paths.ts'

/** The transform's access to the other modules of an application. */
export interface Host {
  /** Returns the content of a file; undefined if it does not exist. */
  readFile(path: string): string | undefined
  /** Resolves an import; undefined if it cannot be resolved. */
  resolve(specifier: string, from: string): Resolution | undefined
}

/** The result of resolving an import. */
export type Resolution =
  | { readonly kind: 'file'; readonly path: string }
  /**
   * A package. `hasValues` is false for a package that contains only types and cannot be imported at run time. `types`
   * is the file that declares its types.
   */
  | { readonly kind: 'package'; readonly hasValues: boolean; readonly types?: string }

/** Reads the file system. Finds packages like Node. In paths, `.js` can mean `.ts`, and an extension can be omitted. */
export const nodeHost: Host = {
  readFile(path) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats?.isFile()) return undefined
    const known = texts.get(path)
    if (known?.mtimeMs === stats.mtimeMs && known.size === stats.size) return known.text
    const text = readFileSync(path, 'utf8')
    texts.set(path, { mtimeMs: stats.mtimeMs, size: stats.size, text })
    return text
  },
  resolve(specifier, from) {
    if (/^\.\.?(\/|$)/.test(specifier))
      return resolveRelative(resolve(dirname(from), specifier), from)
    if (isBuiltin(specifier)) return { kind: 'package', hasValues: true }
    if (!specifier.startsWith('#')) {
      return resolveAlias(specifier, from) ?? resolvePackage(specifier, from)
    }
    const importingPackage = nearestPackage(from)
    const target = importingPackage && packageTarget(importingPackage.json.imports, specifier)
    if (!target) return undefined
    return target.startsWith('./')
      ? fileResolution(resolve(importingPackage.folder, target))
      : nodeHost.resolve(target, from)
  },
}

const texts = new Map<string, { mtimeMs: number; size: number; text: string }>()

function fileResolution(path: string): Resolution | undefined {
  const file = resolveFile(path) ?? resolveFile(`${path.replace(/\.js$/, '')}.d.ts`)
  return file === undefined ? undefined : { kind: 'file', path: file }
}

/** Resolves a relative import. If the importing file is a declaration file, prefers declaration files. */
function resolveRelative(path: string, from: string): Resolution | undefined {
  const declared = /\.d\.[cm]?ts$/.test(from) ? declarationFile(path) : undefined
  return declared === undefined ? fileResolution(path) : { kind: 'file', path: declared }
}

/** Resolves a path alias in tsconfig.json. */
function resolveAlias(specifier: string, from: string): Resolution | undefined {
  for (const target of aliasTargets(specifier, from)) {
    const found = fileResolution(target)
    if (found) return found
  }
  return undefined
}

function resolvePackage(specifier: string, from: string): Resolution | undefined {
  const [, name = specifier, rest = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier) ?? []
  const found = findInstalledPackage(name, from)
  // The types of these packages are known without reading them.
  if (found && /^(?:fw|@fw\/.*)$/.test(name)) return { kind: 'package', hasValues: true }
  const typesPackage = findInstalledPackage(
    `@types/${name.replace(/^@/, '').replace('/', '__')}`,
    from,
  )
  if (!found && !typesPackage) return undefined
  const types = (found && typesOf(found, rest)) ?? (typesPackage && typesOf(typesPackage, rest))
  if (types !== undefined && found && !/\.d\.[cm]?ts$/.test(types) && workspaceFolder(found)) {
    return { kind: 'file', path: realpathSync(types) }
  }
  return { kind: 'package', hasValues: !!found && hasValues(found, rest), ...(types && { types }) }
}

/** Returns the file that declares the types of a package, which may be its source. */
function typesOf({ folder, json }: Package, subpath: string): string | undefined {
  if (json.exports !== undefined) {
    const target = packageTarget(json.exports, `.${subpath}`, typeConditions)
    return target === undefined ? undefined : declarationFile(resolve(folder, target))
  }
  const entry =
    subpath === '' ? (json.types ?? json.typings ?? json.main ?? 'index') : `.${subpath}`
  return declarationFile(resolve(folder, entry))
}

/** Returns the source or the declaration file of a module of a package. */
function declarationFile(path: string): string | undefined {
  const base = path.replace(/(?:\.d)?\.[cm]?[jt]s$/, '')
  const [, kind = ''] = /\.([cm]?)[jt]s$/.exec(path) ?? []
  const written = /\.[cm]?ts$/.test(path) ? [path] : []
  const siblings = [`${base}.d.${kind}ts`, `${base}.${kind}ts`]
  return [...written, ...siblings, `${path}.d.ts`, `${path}.ts`, `${path}/index.d.ts`].find(isFile)
}

function hasValues({ folder, json }: Package, subpath: string): boolean {
  if (json.exports !== undefined) {
    const target = packageTarget(json.exports, `.${subpath}`)
    return target !== undefined && !/\.d\.[cm]?ts$/.test(target)
  }
  const entry = subpath === '' ? json.main || 'index.js' : `.${subpath}`
  const file = resolveFile(resolve(folder, entry))
  return file !== undefined && !/\.d\.[cm]?ts$/.test(file)
}

/**
 * Finds the file for a path: the file itself, a `.ts` file instead of a missing `.js` file, the path with an extension,
 * or the index file of a folder.
 */
export function resolveFile(path: string): string | undefined {
  return candidates(path).find(isFile)
}

const typescriptFor: Record<string, string> = {
  '.js': '.ts',
  '.mjs': '.mts',
}
const extensions = ['.ts', '.mts', '.js', '.mjs']

function candidates(path: string): string[] {
  const [extension = ''] = /\.m?js$/.exec(path) ?? []
  const base = path.slice(0, path.length - extension.length)
  const typescript = typescriptFor[extension]
  return [
    path,
    ...(typescript === undefined ? [] : [base + typescript]),
    ...extensions.map((added) => path + added),
    ...extensions.map((added) => `${path}/index${added}`),
  ]
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
