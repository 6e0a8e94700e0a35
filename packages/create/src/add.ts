import { existsSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { MisplacedPart, NoApplication } from './errors.ts'
import { findInstaller } from './installers.ts'
import { mergeManifests, readManifest, type Manifest } from './manifest.ts'
import { runProgram } from './programs.ts'
import { writeMissing } from './project-folder.ts'
import { foldersOf, readTemplates, type PartName, type Shape } from './templates.ts'
import type { AddWords } from './words.ts'

/**
 * Adds parts to the application in a folder: writes missing files, and adds missing entries to
 * package.json.
 */
export async function addParts(
  words: AddWords,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const own = readApplication(folder)
  const above = repositoryAbove(folder)
  refuseMisplaced(words.parts, own['workspaces'] !== undefined, above)
  const installer = findInstaller(words.pm, above ?? folder)
  const { dependencies } = own as { dependencies?: Manifest }
  const { texts, manifest } = readTemplates(
    foldersOf(words.parts, shapeOf(own, dependencies)),
    String(own['name'] ?? basename(folder)),
    installer,
  )
  const files = await writeMissing(folder, texts, signal)
  const kept = [...texts.keys()].filter((path) => !files.includes(path))
  const merged = mergeManifests(own, manifest)
  const isChanged = JSON.stringify(merged) !== JSON.stringify(own)
  if (isChanged) {
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(merged, null, 2)}\n`)
  }
  const needsInstall = ['dependencies', 'devDependencies'].some(
    (key) => JSON.stringify(merged[key]) !== JSON.stringify(own[key]),
  )
  if (needsInstall && words.install) await runProgram(installer.install, folder, signal)
  const commands = needsInstall && !words.install ? [installer.install] : []
  const wrote = [...files, ...(isChanged ? ['package.json'] : [])]
  if (words.json)
    return console.log(JSON.stringify({ folder, files: wrote, kept, commands }, null, 2))
  for (const path of wrote) console.log(`wrote ${path}`)
  for (const path of kept) console.log(`kept  ${path}`)
  for (const command of commands) console.log(`next  ${command}`)
}

function shapeOf(own: Manifest, dependencies: Manifest = {}): Shape {
  if (own['workspaces'] !== undefined) return 'monorepo'
  return dependencies['pg'] === undefined ? undefined : 'postgres'
}

/** Returns the folder of the repository whose workspace a folder may be, or undefined. */
function repositoryAbove(folder: string): string | undefined {
  const parent = dirname(folder)
  if (parent === folder) return undefined
  const file = join(parent, 'package.json')
  const isRepository = existsSync(file) && 'workspaces' in readManifest(file)
  return isRepository ? parent : repositoryAbove(parent)
}

/**
 * Throws {@link MisplacedPart}, since some parts are for a repository, and others for one
 * application in it.
 */
function refuseMisplaced(
  parts: readonly PartName[],
  isRepository: boolean,
  above: string | undefined,
): void {
  for (const part of parts) {
    const isOfOne = part === 'queue' || part === 'client'
    if (isOfOne ? isRepository : above !== undefined) throw new MisplacedPart(part, above)
  }
}

/** Returns the package.json of an application. Throws {@link NoApplication}. */
function readApplication(folder: string): Manifest {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) throw new NoApplication(folder)
  const manifest = readManifest(file)
  const { dependencies } = manifest as { dependencies?: Manifest }
  if (dependencies?.['fw'] === undefined) throw new NoApplication(folder)
  return manifest
}
