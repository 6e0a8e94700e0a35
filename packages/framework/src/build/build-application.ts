import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { manifestName, outputName } from '../discovery/built-application.ts'
import { findInSource } from '../discovery/find-modules.ts'
import { findBootstrap, readRoots } from '../discovery/roots.ts'
import { sourceFiles } from '../discovery/source-files.ts'
import { readManifest, refuseUnknownSettings } from '../platform/application-manifest.ts'
import type { BuiltApplication } from '../platform/bundle.ts'
import { bundleApplication } from './bundle-application.ts'
import { compileInto, toOutput } from './compile-into.ts'
import { replaceOutput } from './replace-output.ts'

export interface BuildOptions {
  /** Whether to write it with all packages too. */
  readonly bundle: boolean
  /** Whether it is a package of classes that others import: other packages stay imported by their names. */
  readonly library: boolean
  /** Throws where what has been written is not usable; then what was there stays. */
  readonly check: () => Promise<void>
  /** Writes what packages have to carry along. */
  readonly carry: (build: ApplicationBuild) => Promise<void>
}

/** A build in progress. */
export interface ApplicationBuild {
  /** The folder of the application's package.json. */
  readonly folder: string
  /** The folder that is written. */
  readonly output: string
  /** Writes the JavaScript of TypeScript modules below `base` to the same places below `to`. */
  compile(files: readonly string[], base: string, to: string): Promise<void>
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
  { bundle, library, check, carry }: BuildOptions,
): Promise<Build> {
  refuseUnknownSettings(folder)
  const roots = readRoots(folder)
  const base = commonFolder(roots)
  const files = roots.flatMap(sourceFiles)
  const found = await findInSource(folder)
  await replaceOutput(join(folder, outputName), check, async (output) => {
    const isTaken = [sharedName, sharedName.replace(/js$/, 'ts')].some((name) =>
      existsSync(join(base, name)),
    )
    const shared = library || isTaken ? undefined : sharedName
    await compileInto(output, files, base, folder, { isLibrary: library, shared })
    for (const root of roots) copyAssets(root, join(output, relative(base, root)))
    const outputPath = (file: string) => toOutput(steps(base, file))
    const bootstrap = findBootstrap(roots)
    const built: BuiltApplication = {
      bootstrap: bootstrap && outputPath(bootstrap),
      modules: found
        .filter((module) => module.exports.length > 0)
        .map(({ file, exports }) => ({ file: outputPath(file), exports, hidden: [] })),
    }
    writeFileSync(join(output, manifestName), `${JSON.stringify(built, null, 1)}\n`)
    if (readManifest(folder).type !== 'module') {
      writeFileSync(join(output, 'package.json'), '{ "type": "module" }\n')
    }
    const compile: ApplicationBuild['compile'] = (files, base, to) =>
      compileInto(to, files, base, folder)
    await carry({ folder, output, compile })
    if (bundle) await bundleApplication(folder, output, built)
  })
  const hidden = found.flatMap(({ file, hidden }) => hidden.map((name) => ({ name, file })))
  return { modules: files.length, hidden }
}

/** What all modules import in the place of `fw`. */
const sharedName = 'fw.shared.js'

function steps(from: string, to: string): string {
  return relative(from, to).replaceAll(sep, '/')
}

/** The innermost folder that holds all of them; a folder holds itself. */
function commonFolder(folders: readonly string[]): string {
  return folders.reduce((common, folder) => {
    let holder = common
    while (relative(holder, folder).startsWith('..')) holder = dirname(holder)
    return holder
  })
}

/** Copies what modules read beside them: every file that is not TypeScript. */
function copyAssets(root: string, output: string): void {
  cpSync(root, output, {
    recursive: true,
    filter: (path) => path === root || isAsset(basename(path)),
  })
}

function isAsset(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules' && !/\.[cm]?tsx?$/.test(name)
}
