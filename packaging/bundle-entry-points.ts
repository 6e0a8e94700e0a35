import { join, relative, sep } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { takeBuiltins } from '../packages/framework/src/build/take-builtins.ts'
import { entrySources, type Manifest } from './manifest.ts'

/**
 * Writes the JavaScript of a package: a file for each entry point, and few others that entry points share. A file
 * costs more time to load than what stands in it.
 */
export async function bundleEntryPoints(
  folder: string,
  manifest: Manifest,
  output: string,
): Promise<void> {
  const entryPoints = Object.entries(entrySources(manifest)).map(([name, source]) => [
    name,
    join(folder, source),
  ])
  const bundle = await rolldown({
    input: Object.fromEntries(entryPoints),
    platform: 'node',
    external: /^[^./]/,
    transform: { define: { 'import.meta.url': 'sourceAddress' } },
    plugins: [keepAddresses(join(folder, 'src'))],
  })
  await bundle.write({
    dir: output,
    chunkFileNames: '[name].js',
    // What each application loads is one file: Node walks the imports of a package again for each module that imports it.
    codeSplitting: { groups },
    // Doc comments stand in the declarations.
    comments: { jsdoc: false },
    // The engine keeps a text with a single other character at twice the size.
    charset: 'ascii',
  })
  await bundle.close()
}

/**
 * With all that they import, unless an earlier one has it. What serves stands apart from what applications may import
 * beside it: a bundler keeps of a file all that any part of a bundle uses.
 */
const groups = [
  { name: 'core', test: /[\\/]framework[\\/]src[\\/]app\.ts$/, priority: 3 },
  { name: 'further', test: /[\\/]framework[\\/]src[\\/]index\.ts$/, priority: 2 },
  {
    name: 'commands',
    test: /[\\/]framework[\\/]src[\\/]console(?:[\\/]commands[\\/]serve)?\.ts$/,
    priority: 1,
  },
]

/** `import.meta.url` stays the address that a module has in the sources, seen from their folder. */
function keepAddresses(sources: string): Plugin {
  return {
    name: 'keep-addresses',
    transform: {
      filter: { code: 'import.meta.url', id: { exclude: /^\0/ } },
      handler(code, id) {
        const place = JSON.stringify(`./${relative(sources, id).replaceAll(sep, '/')}`)
        const address = `/* @__PURE__ */ new URL(${place}, import.meta["url"])`
        return `const sourceAddress = /* @__PURE__ */ String(${address}); ${code}`
      },
    },
    renderChunk: (code) => takeBuiltins(code.replaceAll('import.meta["url"]', 'import.meta.url')),
  }
}
