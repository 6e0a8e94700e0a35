import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { MisplacedPart, NoApplication } from './errors.ts'
import { findInstaller, type Installer } from './installers.ts'
import { layoutOf } from './layout.ts'
import { isObject, readManifest, type Manifest } from './manifest.ts'
import { sourceOf } from './package-source.ts'
import { isOfRepository, withRequired, type PartName } from './parts.ts'
import { filesOfParts, presentParts, startCommands } from './project.ts'
import { runProgram } from './programs.ts'
import { isMerged, mergeText } from './templates.ts'
import type { AddOptions } from './arguments.ts'

/**
 * Adds parts to the application in a folder: writes missing files, and adds missing content to files that several parts
 * share.
 */
export async function addParts(
  options: AddOptions,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const manifest = readApplication(folder)
  const repositoryRoot = findRepositoryRoot(folder)
  refuseMisplaced(options.parts, manifest['workspaces'] !== undefined, repositoryRoot)
  const installer = findInstaller(options.pm, repositoryRoot ?? folder)
  const files = filesOfParts(options.parts, {
    name: String(manifest['name'] ?? basename(folder)),
    manifest,
    folder,
    repositoryPath: repositoryRoot && relative(folder, repositoryRoot).replaceAll('\\', '/'),
    installer,
    source: sourceOf(manifest),
  })
  const { written, kept } = await mergeInto(folder, files, signal)
  const merged = readManifest(join(folder, 'package.json'))
  const needsInstall = ['dependencies', 'devDependencies'].some(
    (key) => JSON.stringify(merged[key]) !== JSON.stringify(manifest[key]),
  )
  if (needsInstall && options.install) await runProgram(installer.install, folder, signal)
  const commands = [
    ...(needsInstall && !options.install ? [installer.install] : []),
    ...preparations(options.parts, folder, merged, installer),
  ]
  if (options.json) {
    return console.log(
      JSON.stringify({ folder, files: written.map(({ path }) => path), kept, commands }, null, 2),
    )
  }
  for (const { path, isNew } of written) console.log(`${isNew ? 'wrote  ' : 'changed'}  ${path}`)
  for (const path of kept) console.log(`kept     ${path}`)
  for (const command of commands) console.log(`next     ${command}`)
}

/** Returns the commands that prepare a new database. */
function preparations(
  parts: readonly PartName[],
  folder: string,
  manifest: Manifest,
  installer: Installer,
): string[] {
  const present = withRequired(parts).includes('database') ? presentParts(folder, manifest) : []
  const commands = startCommands(present, layoutOf(false, '', installer))
  return existsSync(join(folder, '.env')) ? commands.slice(1) : commands
}

async function mergeInto(folder: string, files: ReadonlyMap<string, string>, signal: AbortSignal) {
  const written: { path: string; isNew: boolean }[] = []
  const kept: string[] = []
  for (const [path, content] of files) {
    signal.throwIfAborted()
    const file = join(folder, path)
    const existing = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    // Does not create a README, because adding only some sections would make it incomplete.
    if (existing === undefined && path === 'README.md') continue
    const text =
      existing !== undefined && !isMerged(path) ? existing : mergeText(path, existing, content)
    if (existing === undefined || isChanged(path, existing, text)) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
      written.push({ path, isNew: existing === undefined })
    } else if (path !== 'package.json') kept.push(path)
  }
  return { written, kept }
}

/** True if the contents differ by more than the final line break or, for package.json, by more than formatting. */
function isChanged(path: string, existing: string, text: string): boolean {
  if (path !== 'package.json') return existing.trimEnd() !== text.trimEnd()
  return JSON.stringify(JSON.parse(existing)) !== JSON.stringify(JSON.parse(text))
}

/** Returns the closest parent folder whose package.json has workspaces; undefined if no parent has them. */
function findRepositoryRoot(folder: string): string | undefined {
  const parent = dirname(folder)
  if (parent === folder) return undefined
  const file = join(parent, 'package.json')
  const isRepository = existsSync(file) && 'workspaces' in readManifest(file)
  return isRepository ? parent : findRepositoryRoot(parent)
}

/**
 * Throws {@link MisplacedPart} if a part does not belong in the folder: some parts are for a whole monorepo, others for
 * one of its applications.
 */
function refuseMisplaced(
  parts: readonly PartName[],
  isRepository: boolean,
  repositoryRoot: string | undefined,
): void {
  for (const part of parts) {
    if (isOfRepository(part) ? repositoryRoot !== undefined : isRepository) {
      throw new MisplacedPart(part, repositoryRoot)
    }
  }
}

/** Returns the package.json of an application. Throws {@link NoApplication}. */
function readApplication(folder: string): Manifest {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) throw new NoApplication(folder)
  const manifest = readManifest(file)
  const { dependencies } = manifest
  if (!isObject(dependencies) || dependencies['@fw/core'] === undefined) {
    throw new NoApplication(folder)
  }
  return manifest
}
