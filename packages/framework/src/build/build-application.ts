import { writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { readManifest } from '../platform/application-manifest.ts'
import type { BuiltApplication } from '../platform/bundle.ts'
import { manifestName, outputName } from '../discovery/built-application.ts'
import { findInSource } from '../discovery/find-modules.ts'
import { findBootstrap, readRoots } from '../discovery/roots.ts'
import { sourceFiles } from '../discovery/source-files.ts'
import { bundleApplication } from './bundle-application.ts'
import { commonFolder } from './common-folder.ts'
import { compileInto, toOutput } from './compile-into.ts'
import { copyAssets } from './copy-assets.ts'
import { replaceOutput } from './replace-output.ts'

export interface BuildOptions {
  /** Whether to write all of it to one file too. */
  readonly bundle: boolean
  /** Throws where what has been written is not usable; then what was there stays. */
  readonly check: () => Promise<void>
}

/** What a build has written. */
export interface Build {
  /** The number of modules. */
  readonly modules: number
  /** Classes with attributed methods that are not used, because their modules do not export them. */
  readonly hidden: readonly { readonly name: string; readonly file: string }[]
}

/**
 * Writes the application in a folder to its `dist`, as JavaScript that boots without reading any
 * source.
 */
export async function buildApplication(
  folder: string,
  { bundle, check }: BuildOptions,
): Promise<Build> {
  const roots = readRoots(folder)
  const base = commonFolder(roots)
  const files = roots.flatMap(sourceFiles)
  const found = await findInSource(folder)
  await replaceOutput(join(folder, outputName), check, async (output) => {
    await compileInto(output, files, base, folder)
    for (const root of roots) copyAssets(root, join(output, relative(base, root)))
    const place = (file: string) => toOutput(steps(base, file))
    const bootstrap = findBootstrap(roots)
    const built: BuiltApplication = {
      bootstrap: bootstrap && place(bootstrap),
      modules: found
        .filter((module) => module.exports.length > 0)
        .map(({ file, exports }) => ({ file: place(file), exports, hidden: [] })),
    }
    writeFileSync(join(output, manifestName), `${JSON.stringify(built, null, 1)}\n`)
    if (readManifest(folder).type !== 'module') {
      writeFileSync(join(output, 'package.json'), '{ "type": "module" }\n')
    }
    if (bundle) await bundleApplication(folder, output, built)
  })
  const hidden = found.flatMap(({ file, hidden }) => hidden.map((name) => ({ name, file })))
  return { modules: files.length, hidden }
}

function steps(from: string, to: string): string {
  return relative(from, to).replaceAll(sep, '/')
}
