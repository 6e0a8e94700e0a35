import { build } from 'esbuild'
import { join } from 'node:path'

/** The files of a bundle that a bundler for workers puts into its own: all that an `import` names. */
export async function workerBundleInputs(output: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [join(output, 'bundle.mjs')],
    absWorkingDir: output,
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  return Object.keys(metafile.inputs)
}
