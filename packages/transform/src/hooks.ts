import { readFileSync } from 'node:fs'
import { registerHooks, setSourceMapsSupport } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { lower } from './emit/lower.ts'
import { takePrepared } from './prepared.ts'
import { nodeHost, resolveFile } from './resolve/host.ts'
import { isApplicationModule } from './resolve/packages.ts'
import { transform } from './transform.ts'

setSourceMapsSupport(true, { nodeModules: false, generatedCode: false })

registerHooks({
  resolve(specifier, context, nextResolve) {
    return nextResolve(applicationFile(specifier, context.parentURL) ?? specifier, context)
  },
  load(url, context, nextLoad) {
    if (!isTypeScript(url) || context.format === 'commonjs-typescript') {
      return nextLoad(url, context)
    }
    const path = fileURLToPath(url)
    const text = readFileSync(path, 'utf8')
    const { code, map } = isApplicationModule(path)
      ? (takePrepared(text, path) ?? transform(text, path))
      : lower(path, text, [])
    const inline = JSON.stringify({ ...map, sources: [url], sourcesContent: undefined })
    const comment = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(inline).toString('base64')}`
    return { format: 'module', source: `${code}\n${comment}`, shortCircuit: true }
  },
})

/** What Node does not look for: `x.ts` for `./x.js` and `./x`, paths of tsconfig.json, sources of the repository. */
function applicationFile(specifier: string, parent = ''): string | undefined {
  if (!isTypeScript(parent) || /^[#/]|^\w{2,}:/.test(specifier)) return undefined
  if (!/^\.\.?(\/|$)/.test(specifier)) {
    const from = fileURLToPath(parent)
    const found = isApplicationModule(from) ? nodeHost.resolve(specifier, from) : undefined
    return found?.kind === 'file' ? pathToFileURL(found.path).href : undefined
  }
  if (/\.[mc]?ts$/.test(specifier)) return undefined
  const path = fileURLToPath(new URL(specifier, parent))
  const file = resolveFile(path)
  return file === undefined || file === path ? undefined : pathToFileURL(file).href
}

function isTypeScript(url: string): boolean {
  return url.startsWith('file:') && /\.m?ts$/.test(url) && !url.includes('/node_modules/')
}
