import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readRoots } from '../discovery/roots.ts'
import { lookAt } from '../logging/thrown.ts'
import { readManifest } from '../platform/application-manifest.ts'
import type { ApplicationManifest } from '../platform/bundle.ts'

export interface WatchedFolder {
  readonly path: string
  /** The files to watch in the folder itself. Default: all files, including those in subfolders. */
  readonly names?: RegExp | string
}

const settings = /^(?:\.env|package\.json|tsconfig[\w.-]*\.json)$/

const modules = /^(?:package\.json|tsconfig[\w.-]*\.json|.*\.[cm]?[jt]sx?)$/

/** True if a file is a module, or a setting for reading modules. */
export function isModule(name: string): boolean {
  return modules.test(name)
}

/** Returns the folder of an application, and those of the workspace packages that it uses. */
export function sourceFolders(folder: string): string[] {
  return [folder, ...workspacePackages(folder)]
}

/** Returns the folders that an application depends on: its roots, its settings, and the workspace packages that it uses. */
export function dependenciesOf(folder: string): WatchedFolder[] {
  // Boot reports errors in package.json.
  const roots = lookAt(folder, () => readRoots(folder)) ?? [join(folder, 'src')]
  return [
    { path: folder, names: settings },
    ...roots.filter((path) => existsSync(path)).map((path) => ({ path })),
    ...workspacePackages(folder).flatMap(sourcesOf),
    ...extended(join(folder, 'tsconfig.json')).map((file) => ({
      path: dirname(file),
      names: basename(file),
    })),
  ]
}

/** Returns the folders of a package, which may have modules anywhere except in node_modules. */
function sourcesOf(path: string): WatchedFolder[] {
  const folders = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name))
    .map(({ name }) => ({ path: join(path, name) }))
  return [{ path, names: modules }, ...folders]
}

/** Returns the folders of packages that an application uses, directly or not, and that are part of its repository. */
function workspacePackages(folder: string, found = new Set<string>()): string[] {
  const { dependencies, devDependencies }: ApplicationManifest =
    lookAt(folder, () => readManifest(folder)) ?? {}
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const place = isOurs(name) ? undefined : workspaceFolder(name, folder)
    if (place === undefined || place === folder || found.has(place)) continue
    found.add(place)
    workspacePackages(place, found)
  }
  return [...found]
}

function isOurs(name: string): boolean {
  return name === 'fw' || name.startsWith('@fw/')
}

function workspaceFolder(name: string, folder: string): string | undefined {
  const installed = join(folder, 'node_modules', name)
  if (existsSync(installed)) {
    const real = realpathSync(installed)
    return /[\\/]node_modules[\\/]/.test(real) ? undefined : real
  }
  const parent = dirname(folder)
  return parent === folder ? undefined : workspaceFolder(name, parent)
}

/** Returns the files that a tsconfig.json extends. */
function extended(file: string, found = new Set<string>()): string[] {
  const text = lookAt(file, () => readFileSync(file, 'utf8')) ?? ''
  const [, one, several = ''] = /"extends"\s*:\s*(?:"([^"]+)"|\[([^\]]*)\])/.exec(text) ?? []
  const names =
    one === undefined ? Array.from(several.matchAll(/"([^"]+)"/g), ([, name]) => name) : [one]
  for (const name of names) {
    // Files of packages change only when packages are installed.
    if (!name?.startsWith('.')) continue
    const path = resolve(dirname(file), name.endsWith('.json') ? name : `${name}.json`)
    if (found.has(path) || !existsSync(path)) continue
    found.add(path)
    extended(path, found)
  }
  return [...found]
}
