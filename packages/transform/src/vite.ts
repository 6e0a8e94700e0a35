import type { Plugin } from 'vite'
import { transform as transformModule } from './transform.ts'

/** The plugin for Vite and Vitest. */
export function transform(): Plugin {
  return {
    name: 'fw:transform',
    enforce: 'pre',
    config: () => ({
      ssr: { noExternal: ['fw', '@fw/query', '@fw/queue'] },
      test: { server: { deps: { inline: ['fw', '@fw/query', '@fw/queue'] } } },
    }),
    transform(source, id) {
      const path = id.split('?', 1)[0] ?? id
      if (!/\.m?ts$/.test(path) || path.includes('/node_modules/')) return
      return transformModule(source, path)
    },
  }
}
