import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readRoots } from '../../base/discovery/roots.ts'
import { tryRead } from '../../base/logging/thrown.ts'
import { moduleNames, workspacePackages } from './explain/source-folders.ts'

export interface WatchedFolder {
  readonly path: string
  /** The names of the files to watch, directly in the folder. Default: all files, including those in subfolders. */
  readonly names?: RegExp | string
}

const settings = /^(?:\.env|package\.json|tsconfig[\w.-]*\.json)$/

/**
 * Returns the folders that an application depends on: its source folders, its settings, and the workspace packages that
 * it uses.
 */
export function dependenciesOf(folder: string): WatchedFolder[] {
  // Boot reports errors in package.json.
  const roots = tryRead(folder, () => readRoots(folder)) ?? [join(folder, 'src')]
  return [
    { path: folder, names: settings },
    ...roots.filter((path) => existsSync(path)).map((path) => ({ path })),
    ...workspacePackages(folder).flatMap(sourcesOf),
    ...extendedConfigs(join(folder, 'tsconfig.json')).map((file) => ({
      path: dirname(file),
      names: basename(file),
    })),
  ]
}

/** Returns the root of a workspace package and its subfolders, except node_modules and hidden folders. */
function sourcesOf(path: string): WatchedFolder[] {
  const folders = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name))
    .map(({ name }) => ({ path: join(path, name) }))
  return [{ path, names: moduleNames }, ...folders]
}

/** Returns the files that a tsconfig.json extends. */
function extendedConfigs(file: string, found = new Set<string>()): string[] {
  const text = tryRead(file, () => readFileSync(file, 'utf8')) ?? ''
  const [, one, several = ''] = /"extends"\s*:\s*(?:"([^"]+)"|\[([^\]]*)\])/.exec(text) ?? []
  const names =
    one === undefined ? Array.from(several.matchAll(/"([^"]+)"/g), ([, name]) => name) : [one]
  for (const name of names) {
    // Files of packages change only when packages are installed.
    if (!name?.startsWith('.')) continue
    const path = resolve(dirname(file), name.endsWith('.json') ? name : `${name}.json`)
    if (found.has(path) || !existsSync(path)) continue
    found.add(path)
    extendedConfigs(path, found)
  }
  return [...found]
}
