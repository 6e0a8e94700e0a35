import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'oxc-transform'

/** Compiles the decorators of the neighbours' programs as their users' compilers do, metadata included. */
registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !url.endsWith('.ts') || url.includes('/node_modules/')) {
      return nextLoad(url, context)
    }
    const file = fileURLToPath(url)
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), {
      decorator: { legacy: true, emitDecoratorMetadata: true },
    })
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
    return { format: 'module', source: code, shortCircuit: true }
  },
})
