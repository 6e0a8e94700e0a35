import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isStringArray, readManifest } from '../platform/application-manifest.ts'
import { UnusableRoot } from './errors.ts'

/** Returns the source folders of an application: `fw.roots` in its package.json, else `src`. Throws `UnusableRoot`. */
export function readRoots(folder: string): string[] {
  const { roots = ['src'] } = readManifest(folder).fw ?? {}
  if (!isStringArray(roots)) {
    const file = join(folder, 'package.json')
    throw new UnusableRoot(`"fw.roots" in ${file} is not a list of strings.`)
  }
  return roots.map((root) => existingFolder(join(folder, root)))
}

/**
 * Returns the path of the bootstrap module, which registers services in the container; undefined if it does not exist.
 */
export function findBootstrap(roots: readonly string[]): string | undefined {
  return roots
    .flatMap((root) => ['bootstrap.ts', 'bootstrap.js'].map((name) => join(root, name)))
    .find((path) => existsSync(path))
}

function existingFolder(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UnusableRoot(`There is no folder ${path}.`, 'Create it, or list')
  }
  return path
}
