// Plain JavaScript: Node's type stripping takes longer to start than everything else here, so
// oxc-transform, which this package needs anyway, strips the types of its files.
import { readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'oxc-transform'

const here = new URL('.', import.meta.url).href

// Bun and Deno strip types without hooks.
if ('Bun' in globalThis || 'Deno' in globalThis) await import('./hooks.ts')
else await importStripped()

async function importStripped() {
  const stripping = nodeModule.registerHooks({
    resolve(specifier, context, nextResolve) {
      const isOwn = /^\.\.?\//.test(specifier) && context.parentURL?.startsWith(here)
      if (!isOwn) return nextResolve(specifier, context)
      return {
        url: new URL(specifier, context.parentURL).href,
        format: 'module',
        shortCircuit: true,
      }
    },
    load(url, context, nextLoad) {
      if (!url.startsWith(here) || !url.endsWith('.ts')) return nextLoad(url, context)
      const path = fileURLToPath(url)
      const { code } = transformSync(path, readFileSync(path, 'utf8'))
      return { format: 'module', source: code, shortCircuit: true }
    },
  })
  await import('./hooks.ts')
  stripping.deregister()
}
