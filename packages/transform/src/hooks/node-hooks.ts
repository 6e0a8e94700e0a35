import { readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { explainImport } from './import-not-found.ts'
import { fileOf, isTypeScript, toModule } from './imported-modules.ts'

const isDeno = 'Deno' in globalThis

// Deno supports source maps without this call.
nodeModule.setSourceMapsSupport?.(true, { nodeModules: false, generatedCode: false })

nodeModule.registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL: parent = '' } = context
    if (!isTypeScript(parent)) return nextResolve(specifier, context)
    const from = fileURLToPath(parent)
    const path = fileOf(specifier, from)
    try {
      return nextResolve(path === undefined ? specifier : pathToFileURL(path).href, context)
    } catch (error) {
      throw explainImport(error, specifier, from)
    }
  },
  load(url, context, nextLoad) {
    if (!isTypeScript(url) || context.format === 'commonjs-typescript') {
      const isRequired = isDeno && context.conditions.includes('require')
      return (isRequired && requiredOnDeno(url)) || nextLoad(url, context)
    }
    return { format: 'module', source: toModule(fileURLToPath(url)), shortCircuit: true }
  },
})

/**
 * Loads a JSON file or native add-on for `require`: with hooks, Deno 2.9 would run it as JavaScript.
 */
function requiredOnDeno(url: string): nodeModule.LoadFnOutput | undefined {
  if (url.endsWith('.json'))
    return { format: 'json', source: readFileSync(new URL(url), 'utf8'), shortCircuit: true }
  if (!url.endsWith('.node')) return undefined
  const path = JSON.stringify(fileURLToPath(url))
  return { format: 'commonjs', source: `process.dlopen(module, ${path})`, shortCircuit: true }
}
