import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { bundleEntryPoints } from './bundle-entry-points.ts'
import { readManifest, toLinked } from './manifest.ts'
import { packages, repository } from './stage-package.ts'

const installed = join(repository, 'node_modules')

/**
 * Returns a `node_modules` with everything that is installed here, and with the JavaScript of our packages as it is
 * published. Applications start in a third of the time that the sources take. Written once for each state of the
 * sources.
 */
export async function linkPackages(): Promise<string> {
  const all = join(installed, '.published')
  const folder = join(all, stateOfSources())
  if (!existsSync(folder)) {
    const draft = join(all, randomUUID())
    await writePackages(join(draft, 'node_modules'))
    removeOlder(all)
    rename(draft, folder)
  }
  return join(folder, 'node_modules')
}

async function writePackages(modules: string): Promise<void> {
  for (const name of packages) await writePackage(name, join(modules, '@fw', name))
  linkOtherPackages(modules)
}

/** Adds everything that is installed here, except our packages, to a `node_modules`. */
export function linkOtherPackages(modules: string): void {
  for (const name of otherPackages()) symlinkSync(join(installed, name), join(modules, name))
  cpSync(join(installed, '.bin'), join(modules, '.bin'), {
    recursive: true,
    verbatimSymlinks: true,
  })
}

async function writePackage(name: string, target: string): Promise<void> {
  const source = join(repository, 'packages', name)
  const manifest = readManifest(source)
  mkdirSync(target, { recursive: true })
  await bundleEntryPoints(source, manifest, join(target, 'dist'))
  writeFileSync(join(target, 'package.json'), JSON.stringify(toLinked(manifest)))
  for (const part of readdirSync(source)) {
    if (part === 'bin') cpSync(join(source, part), join(target, part), { recursive: true })
    else if (!['package.json', 'test'].includes(part))
      symlinkSync(join(source, part), join(target, part))
  }
}

function otherPackages(): string[] {
  return readdirSync(installed).filter((name) => !['@fw', '.bin', '.published'].includes(name))
}

/** Identifies the sources, and the packages that are installed. */
function stateOfSources(): string {
  const hash = createHash('sha256').update(otherPackages().join())
  const patterns = [
    'packages/*/{src,bin}/**/*.{ts,js}',
    'packages/*/package.json',
    'packaging/*.ts',
  ]
  for (const path of globSync(patterns, { cwd: repository }).toSorted()) {
    const { mtimeMs, size } = statSync(join(repository, path))
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Removes what no running test uses any more. */
function removeOlder(all: string): void {
  const dayAgo = Date.now() - 24 * 60 * 60 * 1000
  for (const name of readdirSync(all)) {
    const folder = join(all, name)
    if (statSync(folder).mtimeMs < dayAgo) rmSync(folder, { recursive: true })
  }
}

/** Another process may have written the same folder meanwhile. */
function rename(draft: string, folder: string): void {
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(draft, { recursive: true })
  }
}
