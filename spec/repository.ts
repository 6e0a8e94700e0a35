import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const repositoryRoot: string = dirname(import.meta.dirname)

export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** The files of the repository that match, dependencies and build output aside. */
export function filesOf(...patterns: string[]): SourceFile[] {
  return globSync(patterns, { cwd: repositoryRoot, exclude: isForeign })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }))
}

function isForeign(path: string): boolean {
  return /(^|[\\/])(node_modules|dist|\.git)$/.test(path)
}
