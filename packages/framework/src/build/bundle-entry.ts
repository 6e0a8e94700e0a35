import { createRequire } from 'node:module'
import { readManifest } from '../platform/application-manifest.ts'
import { bundleKey, type BuiltApplication } from '../platform/bundle.ts'
import { findExtensions } from '../discovery/installed-extensions.ts'

/** What the file is called: an ES module also where it is uploaded alone. */
export const entryName = 'bundle.mjs'

/** Where the parts lie that the entry loads, beside it. */
export const partsFolder = 'bundle'

export const coreName = 'main'
const applicationName = 'application'

/**
 * The modules of a bundle that nobody wrote, by their names. It starts with the entry: the command line where it is the
 * program, else the handlers of Lambda and of workers.
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
  const pino = createRequire(import.meta.url).resolve('pino')
  const extensions = findExtensions(folder).map(
    (specifier) => `() => import(${JSON.stringify(specifier)}),`,
  )
  const entry = `import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { createApp, toLambdaHandler, toLambdaStreamHandler } from './${coreName}'

// A worker cannot load it when a line is written.
const isWorker = globalThis.navigator?.userAgent === 'Cloudflare-Workers'
const pino = isWorker ? await import(${JSON.stringify(pino)}) : undefined

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
  pino: () => (pino ?? createRequire(import.meta.url)('./${partsFolder}/pino.mjs')).default,
}

const [, program, ...words] = globalThis.process?.argv ?? []
const isProgram =
  program && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href
if (isProgram) {
  const { runCommandLine } = await import('fw/console')
  process.exit(await runCommandLine(words.length > 0 ? words : ['serve'], process.cwd()))
}

const { kernel, config } = await createApp()
const toHandler = config.bool('FW_LAMBDA_STREAMING', false) ? toLambdaStreamHandler : toLambdaHandler

export const handler = toHandler(kernel, { basePath: config.string('FW_LAMBDA_BASE_PATH', '') })
export default { fetch: kernel.fetch }
`
  return {
    [entryName]: entry,
    // What every start loads of fw.
    [coreName]: `export { createApp } from 'fw'\nexport { toLambdaHandler, toLambdaStreamHandler } from 'fw/lambda'\n`,
    // Boot imports them together.
    [applicationName]: files
      .map((file, index) => `export * as module${index} from ${JSON.stringify(`./${file}`)}\n`)
      .join(''),
  }
}
