import { posix } from 'node:path'
import type { ParsedSource } from './parsed-source.ts'

/**
 * Circles of imports as `a → b → a`; imports of types count. Where circles share files, not each of
 * them is listed. `nameOf` groups the files, by their folders for example.
 */
export function importCircles(
  sources: readonly ParsedSource[],
  nameOf: (path: string) => string = (path) => path,
): string[] {
  const imports = new Map<string, Set<string>>()
  for (const source of sources) {
    const from = nameOf(source.path)
    const targets = imports.get(from) ?? new Set()
    imports.set(from, targets)
    for (const { what } of source.imports) {
      const target = nameOf(posix.join(posix.dirname(source.path), what))
      if (what.startsWith('.') && target !== from) targets.add(target)
    }
  }
  return findCircles(imports)
}

function findCircles(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (name: string, trail: readonly string[]): void => {
    const start = trail.indexOf(name)
    if (start >= 0) found.push([...trail.slice(start), name].join(' → '))
    if (start >= 0 || done.has(name)) return
    for (const target of imports.get(name) ?? []) visit(target, [...trail, name])
    done.add(name)
  }
  for (const name of imports.keys()) visit(name, [])
  return found
}
