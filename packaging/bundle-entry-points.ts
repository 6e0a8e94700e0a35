import { join, relative, sep } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { replaceBuiltinImports } from '../packages/core/src/tools/build/replace-builtin-imports.ts'
import { entrySources, type Manifest } from './manifest.ts'

/**
 * Writes the JavaScript of a package: a file for each entry point, and few others that entry points
 * share. Loading a file costs more time than its contents.
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
    plugins: [setModuleUrls(join(folder, 'src'))],
    // No comments with the names of the sources, because Node keeps the code of a loaded file in memory.
    experimental: { attachDebugInfo: 'none' },
  })
  await bundle.write({
    dir: output,
    chunkFileNames: '[name].js',
    // The modules that every application loads are one file: Node walks the imports of a package
    // again for each module that imports it.
    codeSplitting: { groups },
    // Doc comments are in the declarations.
    comments: { jsdoc: false },
    // The engine stores a string with a single non-Latin-1 character at twice the size.
    charset: 'ascii',
  })
  await bundle.close()
}

/**
 * With all their imports, unless an earlier one has them. Code for serving is separate from code
 * that applications may import next to it: a bundler keeps of a file all that any part of a bundle
 * uses.
 */
const groups = [
  { name: 'core', test: /[\\/]core[\\/]src[\\/]app\.ts$/, priority: 3 },
  { name: 'further', test: /[\\/]core[\\/]src[\\/]index\.ts$/, priority: 2 },
  // The start imports it late, from source alone. Without a file of its own it would import all commands.
  { name: 'find-modules', test: /[\\/]base[\\/]discovery[\\/]find-modules\.ts$/, priority: 2 },
  {
    name: 'commands',
    test: /[\\/]core[\\/]src[\\/](?:console|tools[\\/]console[\\/]commands[\\/]serve)\.ts$/,
    priority: 1,
  },
]

/** `import.meta.url` stays the address that a module has in the sources, seen from their folder. */
function setModuleUrls(sources: string): Plugin {
  return {
    name: 'set-module-urls',
    transform: {
      filter: { code: 'import.meta.url', id: { exclude: /^\0/ } },
      handler(code, id) {
        const place = JSON.stringify(`./${relative(sources, id).replaceAll(sep, '/')}`)
        const address = `/* @__PURE__ */ new URL(${place}, import.meta["url"])`
        return `const sourceAddress = /* @__PURE__ */ String(${address}); ${code}`
      },
    },
    renderChunk: (code) =>
      replaceBuiltinImports(code.replaceAll('import.meta["url"]', 'import.meta.url')),
  }
}
