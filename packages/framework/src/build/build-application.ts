import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { manifestName, outputName, type BuiltApplication } from '../discovery/built-application.ts'
import { findInSource } from '../discovery/find-modules.ts'
import { readRoots } from '../discovery/roots.ts'
import { sourceFiles } from '../discovery/source-files.ts'
import { commonFolder } from './common-folder.ts'
import { compileInto, toOutput } from './compile-into.ts'
import { copyAssets } from './copy-assets.ts'
import { replaceOutput } from './replace-output.ts'

/** What a build has written. */
export interface Build {
  /** The number of modules. */
  readonly modules: number
  /** Classes with attributed methods that are not used, because their modules do not export them. */
  readonly hidden: readonly { readonly name: string; readonly file: string }[]
}

/**
 * Writes the application in a folder to its `dist`, as JavaScript that boots without reading any
 * source. What is not usable according to `check` does not replace what is there.
 */
export async function buildApplication(folder: string, check: () => Promise<void>): Promise<Build> {
  const roots = readRoots(folder)
  const base = commonFolder(roots)
  const files = roots.flatMap(sourceFiles)
  const found = await findInSource(folder)
  await replaceOutput(join(folder, outputName), check, async (output) => {
    await compileInto(output, files, base, folder)
    for (const root of roots) copyAssets(root, join(output, relative(base, root)))
    const manifest: BuiltApplication = {
      roots: roots.map((root) => steps(base, root)),
      modules: found
        .filter((module) => module.exports.length > 0)
        .map(({ file, exports }) => ({ file: toOutput(steps(base, file)), exports, hidden: [] })),
    }
    writeFileSync(join(output, manifestName), `${JSON.stringify(manifest, null, 1)}\n`)
    if (!isModulePackage(folder)) {
      writeFileSync(join(output, 'package.json'), '{ "type": "module" }\n')
    }
  })
  const hidden = found.flatMap(({ file, hidden }) => hidden.map((name) => ({ name, file })))
  return { modules: files.length, hidden }
}

/** Whether Node takes a `.js` file of the application for a module. */
function isModulePackage(folder: string): boolean {
  const file = join(folder, 'package.json')
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).type === 'module'
}

function steps(from: string, to: string): string {
  return relative(from, to).replaceAll(sep, '/')
}
