import { fileOf, toModule } from './imported-modules.ts'

/** The part of Bun's API that is used here. */
interface Bun {
  plugin(plugin: { name: string; setup(builder: Builder): void }): void
}

interface Builder {
  onResolve(
    options: { filter: RegExp },
    resolve: (args: { path: string; importer: string }) => { path: string } | undefined,
  ): void
  onLoad(
    options: { filter: RegExp },
    load: (args: { path: string }) => { contents: string; loader: 'js' },
  ): void
}

const { Bun } = globalThis as unknown as { readonly Bun: Bun }

// Bun does not support the hooks of node:module.
Bun.plugin({
  name: '@fw/transform',
  setup(builder) {
    const source = /^(?!.*[\\/]node_modules[\\/]).*\.m?ts$/
    builder.onLoad({ filter: source }, ({ path }) => ({ contents: toModule(path), loader: 'js' }))
    builder.onResolve({ filter: /^[^#/\\:]+$|^\.\.?\// }, ({ path: specifier, importer }) => {
      const path = source.test(importer) ? fileOf(specifier, importer) : undefined
      return path === undefined ? undefined : { path }
    })
  },
})
