import { dirname, relative, sep } from 'node:path'
import { parseSync } from 'oxc-parser'
import { nodeHost } from '../resolve/host.ts'

/**
 * Changes imports of TypeScript modules, and URLs of the form `new URL('./x.ts', import.meta.url)`, to the JavaScript
 * files of a build. If `toOutput` returns undefined, the specifier stays unchanged. Imports of `@fw/core` are changed
 * to `shared`, if it is set.
 */
export function rewriteSpecifiers(
  code: string,
  file: string,
  toOutput: ToOutput,
  shared?: string,
): { code: string; imports: readonly string[] } {
  const imports = new Set<string>()
  let result = ''
  let end = 0
  const replace = ({ start, end: next }: Specifier, target: string) => {
    result += code.slice(end, start) + JSON.stringify(target)
    end = next
  }
  for (const specifierRange of specifiersIn(code).toSorted((a, b) => a.start - b.start)) {
    const { specifier } = specifierRange
    if (specifier === '@fw/core' && shared !== undefined) {
      replace(specifierRange, shared)
      continue
    }
    const found = nodeHost.resolve(specifier, file)
    if (found?.kind !== 'file') continue
    const isTypeScript = /\.m?ts$/.test(found.path)
    const target = toOutput(found.path, specifier)
    if (target === undefined) continue
    if (isTypeScript) imports.add(found.path)
    else if (/^\.\.?\//.test(specifier)) continue
    replace(specifierRange, relativeOutput(target, toOutput(file) ?? file))
  }
  return { code: result + code.slice(end), imports: [...imports] }
}

/** Returns the path of a module in the build, or undefined. */
export type ToOutput = (file: string, specifier?: string) => string | undefined

interface Specifier {
  readonly specifier: string
  /** The offset of the quoted string. */
  readonly start: number
  readonly end: number
}

function specifiersIn(code: string): Specifier[] {
  const { module } = parseSync('module.js', code, { sourceType: 'module' })
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ]
  const ranges = new Map(requests.map(({ start, end }) => [start, end]))
  for (const { index, 1: before = '', 2: quoted = '' } of code.matchAll(moduleUrl)) {
    const start = index + before.length
    ranges.set(start, start + quoted.length)
  }
  return [...ranges].flatMap(([start, end]) => {
    const specifier = /^(["'])([^\\]+)\1$/.exec(code.slice(start, end))?.[2]
    return specifier === undefined ? [] : { specifier, start, end }
  })
}

const moduleUrl = /(\bnew URL\(\s*)(["']\.\.?\/[^"'\n]+\.m?ts["'])\s*,\s*import\.meta\.url/g

/** Returns the specifier with which a module in the build imports another. */
export function relativeOutput(path: string, file: string): string {
  const relativePath = relative(dirname(file), path).replaceAll(sep, '/')
  return relativePath.startsWith('.') ? relativePath : `./${relativePath}`
}
