import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { MisplacedPart, NoApplication } from './errors.ts'
import { findInstaller, type Installer } from './installers.ts'
import { layoutOf } from './layout.ts'
import { isObject, readManifest, type Manifest } from './manifest.ts'
import { sourceOf } from './package-source.ts'
import { isOfRepository, withNeeded, type PartName } from './parts.ts'
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
  const own = readApplication(folder)
  const above = repositoryAbove(folder)
  refuseMisplaced(options.parts, own['workspaces'] !== undefined, above)
  const installer = findInstaller(options.pm, above ?? folder)
  const texts = filesOfParts(options.parts, {
    name: String(own['name'] ?? basename(folder)),
    manifest: own,
    folder,
    above: above && relative(folder, above).replaceAll('\\', '/'),
    installer,
    source: sourceOf(own),
  })
  const { wrote, kept } = await mergeInto(folder, texts, signal)
  const merged = readManifest(join(folder, 'package.json'))
  const needsInstall = ['dependencies', 'devDependencies'].some(
    (key) => JSON.stringify(merged[key]) !== JSON.stringify(own[key]),
  )
  if (needsInstall && options.install) await runProgram(installer.install, folder, signal)
  const commands = [
    ...(needsInstall && !options.install ? [installer.install] : []),
    ...preparations(options.parts, folder, merged, installer),
  ]
  if (options.json) {
    return console.log(
      JSON.stringify({ folder, files: wrote.map(({ path }) => path), kept, commands }, null, 2),
    )
  }
  for (const { path, isNew } of wrote) console.log(`${isNew ? 'wrote  ' : 'changed'}  ${path}`)
  for (const path of kept) console.log(`kept     ${path}`)
  for (const command of commands) console.log(`next     ${command}`)
}

/** Returns the commands that prepare a new database. */
function preparations(
  added: readonly PartName[],
  folder: string,
  manifest: Manifest,
  installer: Installer,
): string[] {
  const present = withNeeded(added).includes('database') ? presentParts(folder, manifest) : []
  const commands = startCommands(present, layoutOf(false, '', installer))
  return existsSync(join(folder, '.env')) ? commands.slice(1) : commands
}

async function mergeInto(folder: string, texts: ReadonlyMap<string, string>, signal: AbortSignal) {
  const wrote: { path: string; isNew: boolean }[] = []
  const kept: string[] = []
  for (const [path, added] of texts) {
    signal.throwIfAborted()
    const file = join(folder, path)
    const own = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    // Adding only some sections would make an incomplete README.
    if (own === undefined && path === 'README.md') continue
    const text = own !== undefined && !isMerged(path) ? own : mergeText(path, own, added)
    if (own === undefined || isChanged(path, own, text)) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
      wrote.push({ path, isNew: own === undefined })
    } else if (path !== 'package.json') kept.push(path)
  }
  return { wrote, kept }
}

/** True if the contents differ by more than the final line break or, for package.json, by more than formatting. */
function isChanged(path: string, own: string, text: string): boolean {
  if (path !== 'package.json') return own.trimEnd() !== text.trimEnd()
  return JSON.stringify(JSON.parse(own)) !== JSON.stringify(JSON.parse(text))
}

/** Returns the closest parent folder whose package.json has workspaces; undefined if no parent has them. */
function repositoryAbove(folder: string): string | undefined {
  const parent = dirname(folder)
  if (parent === folder) return undefined
  const file = join(parent, 'package.json')
  const isRepository = existsSync(file) && 'workspaces' in readManifest(file)
  return isRepository ? parent : repositoryAbove(parent)
}

/** Throws {@link MisplacedPart}: some parts are for a whole monorepo, others for one of its applications. */
function refuseMisplaced(
  added: readonly PartName[],
  isRepository: boolean,
  above: string | undefined,
): void {
  for (const part of added) {
    if (isOfRepository(part) ? above !== undefined : isRepository) {
      throw new MisplacedPart(part, above)
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
