import type { Plugin } from 'vite'
import { isApplicationModule } from './resolve/packages.ts'
import { transform as transformModule } from './transform.ts'

/**
 * The plugin for Vite and Vitest. It describes the classes of the application's TypeScript modules
 * and lowers their decorators.
 */
export function transform(): Plugin & VitestPlugin {
  return {
    name: '@fw/transform',
    enforce: 'pre',
    config: () => ({
      // What the framework imports while it runs must come from the same module graph as the tests.
      ssr: { noExternal: frameworkPackages },
      test: { server: { deps: { inline: frameworkPackages } } },
    }),
    configureVitest({ defineCacheKeyGenerator }) {
      // A description holds types of other modules, of whose changes Vitest's cache on disk knows nothing.
      defineCacheKeyGenerator(({ id, sourceCode }) =>
        isApplicationModule(pathOf(id)) && sourceCode.includes('class') ? false : undefined,
      )
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

const frameworkPackages = ['fw', '@fw/query', '@fw/queue']

/** The part of Vitest's plugin interface that is used; Vitest need not be installed. */
interface VitestPlugin {
  configureVitest(context: {
    defineCacheKeyGenerator(
      generate: (module: { id: string; sourceCode: string }) => false | undefined,
    ): void
  }): void
}

function pathOf(id: string): string {
  return id.replace(/\?.*$/, '')
}
