import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the `.ts` and `.mts` files below a folder, sorted by name, without tests, type declarations, `node_modules`
 * and names that begin with a dot.
 */
export function sourceFiles(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return sourceFiles(path)
      return isModule(entry.name) ? [path] : []
    })
}

function isModule(name: string): boolean {
  return /\.m?ts$/.test(name) && !/\.(?:test|spec|d)\.m?ts$/.test(name)
}
