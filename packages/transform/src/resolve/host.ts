import { readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, resolve } from 'node:path'
import { findInstalledPackage, nearestPackage, packageTarget, type Package } from './packages.ts'

/** How the transform reaches the other modules of an application. */
export interface Host {
  /** The text of a file; undefined where there is none. */
  readFile(path: string): string | undefined
  /** What an import means; undefined where nothing is found. */
  resolve(specifier: string, from: string): Resolution | undefined
}

export type Resolution =
  | { readonly kind: 'file'; readonly path: string }
  /** `hasValues` is false for a package of types alone, which cannot be imported at run time. */
  | { readonly kind: 'package'; readonly hasValues: boolean }

/** Reads the file system and resolves as Node does, and as TypeScript does for extensions. */
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
    if (/^\.\.?(\/|$)/.test(specifier)) return fileResolution(resolve(dirname(from), specifier))
    if (isBuiltin(specifier)) return { kind: 'package', hasValues: true }
    if (!specifier.startsWith('#')) return resolvePackage(specifier, from)
    const own = nearestPackage(from)
    const target = own && packageTarget(own.json.imports, specifier)
    if (!target) return undefined
    return target.startsWith('./')
      ? fileResolution(resolve(own.folder, target))
      : nodeHost.resolve(target, from)
  },
}

const texts = new Map<string, { mtimeMs: number; size: number; text: string }>()

function fileResolution(path: string): Resolution | undefined {
  const file = resolveFile(path) ?? resolveFile(`${path.replace(/\.js$/, '')}.d.ts`)
  return file === undefined ? undefined : { kind: 'file', path: file }
}

function resolvePackage(specifier: string, from: string): Resolution | undefined {
  const [, name = specifier, rest = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier) ?? []
  const found = findInstalledPackage(name, from)
  if (found) return { kind: 'package', hasValues: hasValues(found, rest) }
  const types = `@types/${name.replace(/^@/, '').replace('/', '__')}`
  return findInstalledPackage(types, from) && { kind: 'package', hasValues: false }
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
 * The file that a path in an import means to TypeScript: the file itself, the `.ts` beside a
 * missing `.js`, the path with an extension added, or the index of a folder.
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
