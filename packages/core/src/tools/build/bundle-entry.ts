import { createRequire } from 'node:module'
import { readManifest } from '../../base/platform/application-manifest.ts'
import {
  bundleKey,
  type BuiltApplication,
  type DiscoveredModule,
} from '../../base/platform/bundle.ts'
import { findExtensions } from '../../base/discovery/installed-extensions.ts'
import { compiledKey } from './code-cache.ts'

/** The file name of the bundle. The extension makes it an ES module, even if the file is uploaded alone. */
export const entryName = 'bundle.mjs'

/** The folder next to the entry that contains the chunks. */
export const chunksFolder = 'bundle'

export const coreName = 'main'
export const compileName = 'compile'
export const applicationName = 'application'
const logPackagesName = 'log-lines'

/**
 * Returns the generated modules of a bundle by name, the entry first. If the entry is run as a program, it is the
 * command line. Otherwise it exports the handlers for Lambda and Cloudflare.
 */
export function createBundleModules(
  folder: string,
  { bootstrap, modules }: BuiltApplication,
): Record<string, string> {
  const { name, version, description, license, fw } = readManifest(folder)
  const manifest = {
    name,
    version,
    description,
    license,
    fw: { openapi: fw?.openapi, mcp: fw?.mcp },
  }
  const files = modules.map(({ file }) => file)
  const imports = files.map(
    (file, index) =>
      `${JSON.stringify(file)}: async () => (await import('./${applicationName}')).module${index},`,
  )
  if (bootstrap !== undefined) {
    imports.push(`${JSON.stringify(bootstrap)}: () => import(${JSON.stringify(`./${bootstrap}`)}),`)
  }
  const require = createRequire(import.meta.url)
  const installed = (name: string) => JSON.stringify(require.resolve(name))
  const extensions = findExtensions(folder).map(
    (specifier) => `() => import(${JSON.stringify(specifier)}),`,
  )
  const entry = `import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { createApp, toLambdaHandler, toLambdaStreamHandler } from './${coreName}'

// A Cloudflare worker cannot load the packages of the log later, when it logs the first line.
const lines = 'WebSocketPair' in globalThis ? await import('./${logPackagesName}') : undefined

globalThis[Symbol.for('${bundleKey}')] = {
  manifest: ${JSON.stringify(manifest)},
  bootstrap: ${JSON.stringify(bootstrap)},
  modules: ${JSON.stringify(modules)},
  imports: {
    ${imports.join('\n    ')}
  },
  extensions: [
    ${extensions.join('\n    ')}
  ],
  logPackages: () => lines ?? createRequire(import.meta.url)('./${chunksFolder}/${logPackagesName}.mjs'),
}

const [, program, ...words] = globalThis.process?.argv ?? []
const isProgram =
  program && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href
if (isProgram) {
  const { runCommandLine } = await import('@fw/core/console')
  process.exit(await runCommandLine(words.length > 0 ? words : ['serve'], process.cwd()))
}

const { kernel, config } = await createApp()
const toHandler = config.bool('FW_LAMBDA_STREAMING', false) ? toLambdaStreamHandler : toLambdaHandler

export const handler = toHandler(kernel, { basePath: config.string('FW_LAMBDA_BASE_PATH', '') })
export default { fetch: kernel.fetch }
`
  return {
    [entryName]: entry,
    // The exports of fw that every start needs.
    [coreName]: `export { createApp, Get } from '@fw/core'\nexport { toLambdaHandler, toLambdaStreamHandler } from '@fw/core/lambda'\n`,
    // The modules of the application, which boot imports together.
    [applicationName]: modules.map(exportOf).join(''),
    [compileName]: compileScript,
    // Exports only the names that are used, so that the entry does not need the bundler's helpers.
    [logPackagesName]: `export { default as serializers } from ${installed('pino-std-serializers')}
export { default as stringifier } from ${installed('safe-stable-stringify')}
`,
  }
}

/**
 * Returns code that imports a module and exports an object with the exports that boot reads. The search for exports
 * also finds names in comments; their value is undefined.
 */
function exportOf({ file, exports }: DiscoveredModule, index: number): string {
  const properties = exports.map(
    (name) => `${JSON.stringify(name)}: of${index}[${JSON.stringify(name)}]`,
  )
  return `import * as of${index} from ${JSON.stringify(`./${file}`)}
export const module${index} = { ${properties.join()} }
`
}

/**
 * Creates the code cache for this Node version by starting a sample application and sending it a request. No code of
 * the user's application runs.
 */
const compileScript = `import { renameSync, writeFileSync } from 'node:fs'

class Rehearsal {
  get() {
    return {}
  }
}
const description = { name: 'Rehearsal', file: '', at: '', methods: { get: { parameters: [], at: '' } } }
Object.defineProperty(Rehearsal, Symbol.for('fw.description'), { value: () => description })

globalThis[Symbol.for('${compiledKey}')] = (script, path) =>
  process.once('exit', () => {
    writeFileSync(path + '.next', script.createCachedData())
    renameSync(path + '.next', path)
  })
globalThis[Symbol.for('${bundleKey}')] = {
  manifest: {},
  modules: [{ file: 'rehearsal', exports: ['Rehearsal'], hidden: [] }],
  imports: { rehearsal: async () => ({ Rehearsal }) },
  extensions: [],
}
const { createApp, Get, toLambdaHandler } = await import('./${coreName}')
Get('/')(Rehearsal.prototype, 'get', Object.getOwnPropertyDescriptor(Rehearsal.prototype, 'get'))
const { kernel } = await createApp(import.meta.url)
await toLambdaHandler(kernel)({
  version: '2.0',
  rawPath: '/',
  rawQueryString: '',
  headers: {},
  requestContext: { http: { method: 'GET' } },
})
`
