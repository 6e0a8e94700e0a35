import type { Plugin } from 'vite'
import { nodeHost } from './resolve/host.ts'
import { isApplicationModule } from './resolve/packages.ts'
import { transform as transformModule } from './transform.ts'

export { backend, type BackendOptions } from './backend.ts'

/**
 * Returns the plugin for Vite and Vitest. It adds type descriptions to the classes of the application's TypeScript
 * modules and compiles their decorators.
 */
export function transform(): Plugin & VitestPlugin {
  return {
    name: '@fw/transform',
    enforce: 'pre',
    config: () => ({
      // The framework imports modules at run time. These imports must use the module graph of the tests.
      ssr: { noExternal: frameworkPackages },
      test: { server: { deps: { inline: frameworkPackages } } },
    }),
    configureVitest(context) {
      // A description depends on other modules, but Vitest's disk cache does not detect when they change.
      const defineCacheKey =
        context.defineCacheKeyGenerator ?? context.experimental_defineCacheKeyGenerator
      defineCacheKey?.(({ id, sourceCode }) =>
        isApplicationModule(pathOf(id)) && sourceCode.includes('class') ? false : undefined,
      )
    },
    resolveId(specifier, importer) {
      // Relative paths and Vite's own modules are resolved as usual.
      if (importer === undefined || /^[./#\0]|^\w+:/.test(specifier)) return null
      const from = pathOf(importer)
      const found = isApplicationModule(from) ? nodeHost.resolve(specifier, from) : undefined
      return found?.kind === 'file' ? found.path : null
    },
    transform: {
      filter: { id: { include: /\.m?ts(\?|$)/, exclude: /\/node_modules\/|[?&](raw|url)\b/ } },
      handler(source, id) {
        const path = pathOf(id)
        if (!isApplicationModule(path)) return undefined
        const { code, map, followed } = transformModule(source, path)
        for (const file of followed) this.addWatchFile(file)
        return { code, map }
      },
    },
  }
}

const frameworkPackages = [
  '@fw/auth',
  '@fw/core',
  '@fw/migrate',
  '@fw/query',
  '@fw/queue',
  '@fw/schedule',
]

/** The part of Vitest's plugin interface that is used here. Vitest does not have to be installed. */
interface VitestPlugin {
  configureVitest(context: {
    /** The key generator for the cache, supported since Vitest 5. */
    defineCacheKeyGenerator?: DefineCacheKey
    /** The same function in Vitest 4.1. Earlier versions had no cache. */
    experimental_defineCacheKeyGenerator?: DefineCacheKey
  }): void
}

type DefineCacheKey = (
  generate: (module: { id: string; sourceCode: string }) => false | undefined,
) => void

function pathOf(id: string): string {
  return id.replace(/\?.*$/, '')
}
