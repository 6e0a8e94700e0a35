import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { entrySources, type Manifest } from './manifest.ts'

/** Copies the declarations that entry points lead to. */
export function copyDeclarations(manifest: Manifest, from: string, to: string): void {
  const waiting = Object.values(entrySources(manifest)).map((source) => join(from, source))
  const copied = new Set<string>()
  for (const source of waiting) {
    if (copied.has(source)) continue
    copied.add(source)
    const text = readFileSync(source.replace(/\.ts$/, '.d.ts'), 'utf8')
    const target = join(to, relative(join(from, 'src'), source).replace(/\.ts$/, '.d.ts'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text.replaceAll(relativeImport, '$1.js$2'))
    const code = text.replaceAll(/\/\*[^]*?\*\//g, '')
    for (const [, before = ''] of code.matchAll(relativeImport)) {
      const specifier = before.replace(/^.*['"]/s, '')
      waiting.push(`${join(dirname(source), specifier)}.ts`)
    }
  }
}

const relativeImport = /((?:\bfrom |\bimport |\bimport\()["']\.\.?\/[^"']+)\.ts(["'])/g
