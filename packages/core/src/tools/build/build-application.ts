import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { manifestName, outputName } from '../../base/discovery/built-application.ts'
import { findInSource } from '../../base/discovery/find-modules.ts'
import { findBootstrap, readRoots } from '../../base/discovery/roots.ts'
import { sourceFiles } from '../../base/discovery/source-files.ts'
import { readManifest, refuseUnknownSettings } from '../../base/platform/application-manifest.ts'
import type { BuiltApplication } from '../../base/platform/bundle.ts'
import { bundleApplication } from './bundle-application.ts'
import { compileInto, toOutput, type ReportModules } from './compile-into.ts'
import { replaceOutput } from './replace-output.ts'

export interface BuildOptions {
  /** True to also write a bundle that includes the packages. */
  readonly bundle: boolean
  /**
   * True if the application is a package of classes for other applications. Its output imports other packages by name.
   */
  readonly library: boolean
  /** Checks the output. If it throws, the previous output is kept. */
  readonly check: () => Promise<void>
  /** Writes the files that extensions add to the output. */
  readonly writePackageFiles: (build: ApplicationBuild) => Promise<void>
  /** Shows a label and the progress while the work is running. */
  readonly withProgress: <T>(
    label: string,
    work: (report: ReportModules) => Promise<T>,
  ) => Promise<T>
}

/** A build in progress. */
export interface ApplicationBuild {
  /** The folder of the application's package.json. */
  readonly folder: string
  /** The output folder. */
  readonly output: string
  /** Compiles TypeScript modules below `base` to JavaScript at the same relative paths below `to`. */
  compile(files: readonly string[], base: string, to: string): Promise<void>
}

/** The result of a build. */
export interface Build {
  /** The number of modules. */
  readonly modules: number
  /** Classes with decorated methods that are ignored, because their modules do not export them. */
  readonly hidden: readonly { readonly name: string; readonly file: string }[]
}

/** Compiles the application in a folder to JavaScript in its `dist`, which boots without reading the source. */
export async function buildApplication(
  folder: string,
  { bundle, library, check, writePackageFiles, withProgress }: BuildOptions,
): Promise<Build> {
  refuseUnknownSettings(folder)
  const roots = readRoots(folder)
  const base = commonFolder(roots)
  const files = roots.flatMap(sourceFiles)
  const found = await findInSource(folder)
  await replaceOutput(join(folder, outputName), check, async (output) => {
    const hasConflict = [sharedName, sharedName.replace(/js$/, 'ts')].some((name) =>
      existsSync(join(base, name)),
    )
    const shared = library || hasConflict ? undefined : sharedName
    await withProgress('Compiling', (report) =>
      compileInto(output, files, base, folder, { isLibrary: library, shared, report }),
    )
    for (const root of roots) copyAssets(root, join(output, relative(base, root)))
    const outputPath = (file: string) => toOutput(posixRelative(base, file))
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
    await writePackageFiles({ folder, output, compile })
    if (bundle) await withProgress('Bundling', () => bundleApplication(folder, output, built))
  })
  const hidden = found.flatMap(({ file, hidden }) => hidden.map((name) => ({ name, file })))
  return { modules: files.length, hidden }
}

/**
 * The name of the file that the modules of an application import instead of `@fw/core`, unless the application has a
 * file of this name.
 */
const sharedName = 'fw.shared.js'

function posixRelative(from: string, to: string): string {
  return relative(from, to).replaceAll(sep, '/')
}

/** Returns the innermost folder that contains all folders of a list. It may be one of them. */
function commonFolder(folders: readonly string[]): string {
  return folders.reduce((common, folder) => {
    let ancestor = common
    while (relative(ancestor, folder).startsWith('..')) ancestor = dirname(ancestor)
    return ancestor
  })
}

/** Copies the files that modules may read at run time: all files except TypeScript, hidden files and `node_modules`. */
function copyAssets(root: string, output: string): void {
  cpSync(root, output, {
    recursive: true,
    filter: (path) => path === root || isAsset(basename(path)),
  })
}

function isAsset(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules' && !/\.[cm]?tsx?$/.test(name)
}
