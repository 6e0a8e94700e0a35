import { readFileSync } from 'node:fs'
import { registerHooks, setSourceMapsSupport } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { lower } from './emit/lower.ts'
import { takePrepared } from './prepared.ts'
import { resolveFile } from './resolve/host.ts'
import { isApplicationModule } from './resolve/packages.ts'
import { transform } from './transform.ts'

setSourceMapsSupport(true, { nodeModules: false, generatedCode: false })

registerHooks({
  resolve(specifier, context, nextResolve) {
    return nextResolve(typescriptFile(specifier, context.parentURL) ?? specifier, context)
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

/** The file `x.ts` for `./x.js` and `./x`, which Node does not look for. */
function typescriptFile(specifier: string, parent = ''): string | undefined {
  if (!/^\.\.?(\/|$)/.test(specifier) || /\.[mc]?ts$/.test(specifier)) return undefined
  if (!isTypeScript(parent)) return undefined
  const path = fileURLToPath(new URL(specifier, parent))
  const file = resolveFile(path)
  return file === undefined || file === path ? undefined : pathToFileURL(file).href
}

function isTypeScript(url: string): boolean {
  return url.startsWith('file:') && /\.m?ts$/.test(url) && !url.includes('/node_modules/')
}
