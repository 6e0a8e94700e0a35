import { existsSync, readFileSync } from 'node:fs'
import { registerHooks, setSourceMapsSupport } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transform } from './transform.ts'

setSourceMapsSupport(true)

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (/^\.\.?\//.test(specifier) && specifier.endsWith('.js') && context.parentURL) {
      const url = new URL(specifier, context.parentURL)
      const source = new URL(url.href.replace(/\.js$/, '.ts'))
      if (!existsSync(url) && existsSync(source)) return nextResolve(source.href, context)
    }
    return nextResolve(specifier, context)
  },
  load(url, context, nextLoad) {
    if (!/^file:.*\.m?ts$/.test(url) || url.includes('/node_modules/')) {
      return nextLoad(url, context)
    }
    const path = fileURLToPath(url)
    const { code, map } = transform(readFileSync(path, 'utf8'), path)
    const inline = Buffer.from(JSON.stringify({ ...map, sources: [url] })).toString('base64')
    const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${inline}`
    return { format: 'module', source, shortCircuit: true }
  },
})
