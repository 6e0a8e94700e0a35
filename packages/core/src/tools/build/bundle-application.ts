import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type * as bundler from 'rolldown'
import type * as utils from 'rolldown/utils'
import { outputName } from '../../base/discovery/built-application.ts'
import { resolveInstalled } from '../../base/discovery/resolve-installed.ts'
import { isStringArray, readManifest } from '../../base/platform/application-manifest.ts'
import type { BuiltApplication } from '../../base/platform/bundle.ts'
import {
  applicationName,
  compileName,
  coreName,
  createBundleModules,
  entryName,
  chunksFolder,
} from './bundle-entry.ts'
import { cacheCode, exportsSuffix, helpersId, type Minify } from './code-cache.ts'
import {
  BundlerNotInstalled,
  BundlerRefuses,
  UnknownBundlerOutput,
  UnusableExternals,
} from './errors.ts'
import { packMediaTypes } from './pack-media-types.ts'
import { replaceBuiltinImports } from './replace-builtin-imports.ts'
import { describeExit } from '../../base/platform/processes.ts'

type Plugin = bundler.Plugin

const moduleUrlName = 'fwModuleAddress'

/**
 * Bundles the built application in `folder` with its packages, except external ones. Writes `bundle.mjs`, and next to
 * it the folder of the chunks, most of which are loaded on demand.
 */
export async function bundleApplication(
  folder: string,
  output: string,
  built: BuiltApplication,
): Promise<void> {
  const { rolldown } = await loadBundler(folder)
  const entry = join(output, entryName)
  const input = { bundle: entry, [compileName]: join(output, compileName) }
  const bundle = await rolldown({
    input,
    cwd: folder,
    platform: 'node',
    external: readExternals(folder),
    onLog: (level, log, print) => {
      // The list of exports may include names that are exported only in a comment.
      const isExportList =
        log.code === 'IMPORT_IS_UNDEFINED' && log.id === join(output, applicationName)
      if (!isExportList && !ignoredWarnings.has(log.code ?? '')) print(level, log)
    },
    transform: { define: { 'import.meta.url': moduleUrlName } },
    plugins: [
      virtualModules(output, createBundleModules(folder, built)),
      packMediaTypes,
      replaceMissing,
      readSourceMaps(output),
      setModuleUrls(output),
      {
        name: 'hide-command-line',
        renderChunk: (code, { fileName }) => ({
          code: fileName === entryName ? hideCommandLine(code) : code,
          map: null,
        }),
      },
      {
        name: 'replace-builtin-imports',
        renderChunk: (code, { moduleIds }) => ({
          code: replaceBuiltinImports(moduleIds.includes(helpersId) ? lazyRequire(code) : code),
          map: null,
        }),
      },
      cacheCode(
        `${chunksFolder}/${coreName}`,
        ['bundle', applicationName],
        await loadMinify(folder),
      ),
    ],
  })
  const writing = bundle.write({
    dir: output,
    entryFileNames: ({ name }) => (name === compileName ? partName : entryName),
    chunkFileNames: partName,
    // All modules needed at the start are in one chunk, because reading each file takes time. These modules do not
    // import the entry, because the entry waits for them.
    codeSplitting: {
      groups: [
        {
          name: coreName + exportsSuffix,
          tags: ['$initial'],
          test: (id) => !Object.values(input).includes(id),
        },
      ],
    },
    // On Cloudflare, modules have no URL, but code that rolldown adds needs one to resolve paths.
    banner: ({ fileName }) => `import.meta.url ??= 'file:///${fileName}';`,
    minify: { compress: { keepNames: classNames }, mangle: { keepNames: classNames } },
    // V8 needs twice the memory for a string that contains a non-Latin-1 character.
    charset: 'ascii',
    // Jobs are stored under their class names, so classes must not be renamed when two modules use the same name.
    keepNames: true,
    comments: { legal: true, annotation: false, jsdoc: false },
    sourcemap: true,
  })
  await writing.catch(explainRefusal)
  await bundle.close()
  const part = join(chunksFolder, `${compileName}.mjs`)
  // Only Node can create the code cache. Lambda starts Node with `--expose-gc`, which requires a separate cache.
  const isNode = !('Bun' in globalThis || 'Deno' in globalThis)
  for (const options of isNode ? [[], ['--expose-gc']] : []) {
    // A warning names the file in the folder to which the output is moved after the build.
    await writeCodeCache(join(output, part), options, join(folder, outputName, part))
  }
}

/** Warnings that users cannot fix: slow plugins, and modules that are imported both at the start and on demand. */
const ignoredWarnings: ReadonlySet<string> = new Set([
  'PLUGIN_TIMINGS',
  'INEFFECTIVE_DYNAMIC_IMPORT',
])

const partName = `${chunksFolder}/[name].mjs`

/** Throws `BundlerRefuses` for an error of the bundler, without its terminal colours. */
function explainRefusal(error: Error): never {
  if (!('errors' in error)) throw error
  throw new BundlerRefuses(stripVTControlCharacters(error.message).trim(), error)
}

/**
 * Creates the code cache for the start, next to the chunks. Environment variables of this machine do not affect the
 * cache. If it cannot be created, the bundle still works.
 */
async function writeCodeCache(
  program: string,
  options: readonly string[],
  finalProgram: string,
): Promise<void> {
  // Windows cannot start a process without `SystemRoot`.
  const { SystemRoot } = process.env
  const argv = [...options, program]
  const child = spawn(process.execPath, argv, { env: { SystemRoot }, stdio: 'ignore' })
  const [code, signal] = await once(child, 'exit').catch((error: unknown) => [null, error])
  if (code === 0) return
  const reason = describeExit(code ?? String(signal))
  console.warn(
    `"node ${[...options, finalProgram].join(' ')}" failed (${reason}), so there is no code cache, and the application starts more slowly. Run this command to see the error.`,
  )
}

/** Keeping function names, too, would increase the size by a tenth. */
const classNames = { class: true, function: false }

function virtualModules(folder: string, modules: Readonly<Record<string, string>>): Plugin {
  const codes = new Map(Object.entries(modules).map(([name, code]) => [join(folder, name), code]))
  return {
    name: 'virtual-modules',
    resolveId(id, importer = '') {
      const path = join(dirname(importer), id)
      return codes.has(id) ? id : id.startsWith('.') && codes.has(path) ? path : undefined
    },
    load: (id) => codes.get(id),
  }
}

/**
 * Replaces packages that are not installed, such as drivers, so that an error is thrown when they are used, not when
 * the bundle is loaded.
 */
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
      const message = `Cannot find package '${id}': it was not installed when the bundle was built. Install it, and build again.`
      return `module.exports = {}
throw Object.assign(new Error(${JSON.stringify(message)}), { code: '${code}' })`
    },
  },
}

/** Reads source maps, so that the source map of the bundle refers to the TypeScript files. */
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

/**
 * Hides the import of the command line from bundlers for Cloudflare, which would include every imported module. The
 * command line does not work there.
 */
function hideCommandLine(code: string): string {
  return rewrite(
    code,
    /import\((["']\.\/bundle\/console\d*\.mjs["'])\)/,
    'import(new URL($1, import.meta.url).href)',
  )
}

/** Creates `require` only when a CommonJS package calls it, which saves 0.5 ms if no package does. */
function lazyRequire(code: string): string {
  if (!code.includes('createRequire')) return code
  return rewrite(
    code,
    /\/\* #__PURE__ \*\/ \(\(\) => createRequire\(import\.meta\.url\)\)\(\)/,
    `/* #__PURE__ */ (() => {
  let own;
  const get = () => own ??= createRequire(import.meta.url);
  return new Proxy(get, { apply: (_, self, [id]) => get()(id), get: (_, name) => get()[name] });
})()`,
  )
}

/** Replaces code that rolldown has written. Throws if the expected code is not found. */
function rewrite(code: string, expected: RegExp, replacement: string): string {
  if (!expected.test(code)) throw new UnknownBundlerOutput(expected)
  return code.replace(expected, replacement)
}

/** Sets `import.meta.url` in each module to the URL of its original file, which is computed from that of the bundle. */
function setModuleUrls(output: string): Plugin {
  return {
    name: 'set-module-urls',
    transform: {
      filter: { code: 'import.meta.url', id: { exclude: /^\0/ } },
      handler(code, id) {
        // All chunks except the entry are in a subfolder.
        const base = id === join(output, entryName) ? '.' : '..'
        const path = JSON.stringify(`${base}/${relative(output, id).replaceAll(sep, '/')}`)
        // Inserted on the first line, so that line numbers in the source map stay correct, and written in a form that
        // `define` does not replace.
        const address = `new URL(${path}, import.meta['url']).href`
        return { code: `const ${moduleUrlName} = ${address}; ${code}`, map: null }
      },
    },
  }
}

/**
 * Returns a function that returns true for external imports: `cloudflare:workers` and the like, and `fw.external` in
 * package.json.
 */
function readExternals(folder: string): (specifier: string) => boolean {
  const { external = [] } = readManifest(folder).fw ?? {}
  if (!isStringArray(external)) throw new UnusableExternals()
  return (specifier) =>
    /^[a-z]{2,}:/.test(specifier) ||
    external.some((name) => specifier === name || specifier.startsWith(`${name}/`))
}

/**
 * Loads the minifier of the bundler. If the bundler is too old to have one, the returned function does not change the
 * code.
 */
async function loadMinify(folder: string): Promise<Minify> {
  const url = resolveInstalled('rolldown/utils', folder)
  if (url === undefined) return (code) => code
  const { minifySync } = (await import(/* @vite-ignore */ url)) as typeof utils
  return (code) => minifySync('module.mjs', code, { module: true }).code
}

/** Loads the rolldown installed by the application or one of its tools. Throws `BundlerNotInstalled`. */
async function loadBundler(folder: string): Promise<typeof bundler> {
  const address = resolveInstalled('rolldown', folder)
  if (address === undefined) throw new BundlerNotInstalled()
  return await import(/* @vite-ignore */ address)
}
