import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readBuiltApplication } from './built-application.ts'
import { UnusableRoot } from './errors.ts'

/** The folders of the code that runs: that of the source, or what was built of it. */
export function runningRoots(folder: string): readonly string[] {
  return readBuiltApplication(folder)?.roots ?? readRoots(folder)
}

/** The folders of an application's source: `fw.roots` of its package.json, else `src`. */
export function readRoots(folder: string): string[] {
  const file = join(folder, 'package.json')
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const { fw: { roots = ['src'] } = {} } = manifest as { fw?: { roots?: unknown } }
  if (!isTextList(roots)) throw new UnusableRoot(`"fw.roots" in ${file} is not a list of texts.`)
  return roots.map((root) => existingFolder(join(folder, root)))
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function existingFolder(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UnusableRoot(`There is no folder ${path}.`, 'Create it, or name')
  }
  return path
}
