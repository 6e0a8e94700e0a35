import { existsSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type * as bundler from 'rolldown'
import { resolveInstalled } from '../discovery/resolve-installed.ts'
import { isTextList, readManifest } from '../platform/application-manifest.ts'
import type { BuiltApplication } from '../platform/bundle.ts'
import { createBundleEntry } from './bundle-entry.ts'
import { BundlerNotInstalled, UnusableExternals } from './errors.ts'

type Plugin = bundler.Plugin

/** What the file is called: an ES module also where it is uploaded alone. */
export const bundleName = 'bundle.mjs'

const moduleAddress = 'fwModuleAddress'

/** Writes what has been built of the application in `folder`, with all packages, to one file beside it. */
export async function bundleApplication(
  folder: string,
  output: string,
  built: BuiltApplication,
): Promise<void> {
  const { rolldown } = await loadBundler(folder)
  const file = join(output, bundleName)
  const entry = createBundleEntry(folder, built)
  const bundle = await rolldown({
    input: file,
    cwd: folder,
    platform: 'node',
    external: readExternals(folder),
    transform: { define: { 'import.meta.url': moduleAddress } },
    plugins: [
      virtualModule(file, entry),
      replaceMissing,
      readSourceMaps(output),
      keepAddresses(output),
    ],
  })
  // A worker does not know its address, and rolldown's own code resolves against it.
  const banner = `import.meta.url ??= 'file:///${bundleName}';`
  // Jobs wait under the names of their classes, and two modules may use the same name.
  const keepNames = true
  await bundle.write({ file, banner, keepNames, codeSplitting: false, sourcemap: true })
  await bundle.close()
}

function virtualModule(file: string, code: string): Plugin {
  return {
    name: 'virtual-module',
    resolveId: (id) => (id === file ? id : undefined),
    load: (id) => (id === file ? code : undefined),
  }
}

/** A driver that is not installed is missed when it is needed, not when the bundle is loaded. */
const replaceMissing: Plugin = {
  name: 'replace-missing',
  resolveId: {
    filter: { id: /^[^./\0]/ },
    async handler(id, importer, { kind }) {
      const found = await this.resolve(id, importer, { kind, skipSelf: true })
      return found ?? `\0missing:${kind === 'require-call' ? '' : 'ERR_'}MODULE_NOT_FOUND:${id}`
    },
  },
  load: {
    filter: { id: /^\0missing:/ },
    handler(missing) {
      const [, code, id] = missing.split(':')
      const message = `Cannot find package '${id}': it was not installed where the bundle was made.`
      return `module.exports = {}
throw Object.assign(new Error(${JSON.stringify(message)}), { code: '${code}' })`
    },
  },
}

/** Lets the map of the bundle lead to the TypeScript. */
function readSourceMaps(output: string): Plugin {
  return {
    name: 'read-source-maps',
    load(id) {
      const map = `${id}.map`
      if (!id.startsWith(output) || !existsSync(map)) return undefined
      return { code: readFileSync(id, 'utf8'), map: readFileSync(map, 'utf8') }
    },
  }
}

/** `import.meta.url` stays the address that a module has beside the bundle. */
function keepAddresses(output: string): Plugin {
  return {
    name: 'keep-addresses',
    transform: {
      filter: { code: 'import.meta.url', id: { exclude: /^\0/ } },
      handler(code, id) {
        const path = JSON.stringify(`./${relative(output, id).replaceAll(sep, '/')}`)
        // On the first line, so that the source map's lines stay right; spelt in a way that nothing replaces.
        const address = `new URL(${path}, import.meta['url']).href`
        return { code: `const ${moduleAddress} = ${address}; ${code}`, map: null }
      },
    },
  }
}

/** Whether a bundle imports something from outside: `cloudflare:workers` and its like, and `fw.external` of package.json. */
function readExternals(folder: string): (specifier: string) => boolean {
  const { external = [] } = readManifest(folder).fw ?? {}
  if (!isTextList(external)) throw new UnusableExternals()
  return (specifier) =>
    /^[a-z]{2,}:/.test(specifier) ||
    external.some((name) => specifier === name || specifier.startsWith(`${name}/`))
}

/** rolldown, as the application or one of its tools has it installed. Throws `BundlerNotInstalled`. */
async function loadBundler(folder: string): Promise<typeof bundler> {
  const address = resolveInstalled('rolldown', folder)
  if (address === undefined) throw new BundlerNotInstalled()
  return await import(/* @vite-ignore */ address)
}
