import type { Plugin } from 'vite'
import { transform as transformModule } from './transform.ts'

/**
 * The plugin for Vite and Vitest. It describes the classes of the application's TypeScript modules
 * and lowers their decorators.
 */
export function transform(): Plugin {
  return {
    name: 'fw:transform',
    enforce: 'pre',
    config: () => ({
      // What the framework imports while it runs must come from the same module graph as the tests.
      ssr: { noExternal: frameworkPackages },
      test: { server: { deps: { inline: frameworkPackages } } },
    }),
    transform: {
      filter: { id: { include: /\.m?ts(\?|$)/, exclude: [/\/node_modules\//, /[?&](raw|url)\b/] } },
      handler(source, id) {
        const { code, map, followed } = transformModule(source, id.replace(/\?.*$/, ''))
        for (const file of followed) this.addWatchFile(file)
        return { code, map }
      },
    },
  }
}

const frameworkPackages = ['fw', '@fw/query', '@fw/queue']
