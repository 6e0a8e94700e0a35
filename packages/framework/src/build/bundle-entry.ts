import { createRequire } from 'node:module'
import { readManifest } from '../platform/application-manifest.ts'
import { bundleKey, type BuiltApplication } from '../platform/bundle.ts'
import { findExtensions } from '../discovery/installed-extensions.ts'

/**
 * The module that a bundle starts with: the command line where it is the program, else the handlers of Lambda and
 * of workers.
 */
export function createBundleEntry(
  folder: string,
  { bootstrap, modules }: BuiltApplication,
): string {
  const { name, version, description, license, fw } = readManifest(folder)
  const manifest = { name, version, description, license, fw: { openapi: fw?.openapi } }
  const files = [
    ...(bootstrap === undefined ? [] : [bootstrap]),
    ...modules.map(({ file }) => file),
  ]
  const imports = files.map(
    (file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(`./${file}`)}),`,
  )
  const pino = createRequire(import.meta.url).resolve('pino')
  const extensions = findExtensions(folder).map(
    (specifier) => `() => import(${JSON.stringify(specifier)}),`,
  )
  return `import { existsSync, realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createApp } from 'fw'
import { toLambdaHandler } from 'fw/lambda'

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
  pino: () => require(${JSON.stringify(pino)}),
}

const [, program, ...words] = globalThis.process?.argv ?? []
const isProgram =
  program && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href
if (isProgram) {
  const { runCommandLine } = await import('fw/console')
  process.exit(await runCommandLine(words.length > 0 ? words : ['serve'], process.cwd()))
}

const { kernel } = await createApp()

export const handler = toLambdaHandler(kernel)
export default { fetch: kernel.fetch }
`
}
