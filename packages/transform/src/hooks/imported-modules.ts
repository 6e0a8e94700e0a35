import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { lower } from '../emit/lower.ts'
import { takePrepared } from '../prepared.ts'
import { nodeHost, resolveFile } from '../resolve/host.ts'
import { isApplicationModule } from '../resolve/packages.ts'
import { transform } from '../transform.ts'

/** True if a URL is a TypeScript module outside `node_modules`. */
export function isTypeScript(url: string): boolean {
  return url.startsWith('file:') && /\.m?ts$/.test(url) && !url.includes('/node_modules/')
}

/** Returns the JavaScript of a module, with an inline source map. */
export function toModule(path: string): string {
  const text = readFileSync(path, 'utf8')
  const { code, map } = isApplicationModule(path)
    ? (takePrepared(text, path) ?? transform(text, path))
    : lower(path, text, [])
  const { href } = pathToFileURL(path)
  const inline = JSON.stringify({ ...map, sources: [href], sourcesContent: undefined })
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(inline).toString('base64')}`
}

/**
 * Returns the file of an import that the platform itself would not find: `x.ts` for `./x.js` and `./x`, paths in
 * tsconfig.json, and sources of the same repository. Otherwise returns undefined.
 */
export function fileOf(specifier: string, from: string): string | undefined {
  if (/^[#/]|^\w{2,}:/.test(specifier)) return undefined
  if (!/^\.\.?(\/|$)/.test(specifier)) {
    const found = isApplicationModule(from) ? nodeHost.resolve(specifier, from) : undefined
    return found?.kind === 'file' ? found.path : undefined
  }
  if (/\.[mc]?ts$/.test(specifier)) return undefined
  const path = fileURLToPath(new URL(specifier, pathToFileURL(from)))
  const file = resolveFile(path)
  return file === path ? undefined : file
}
