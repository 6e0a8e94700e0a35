import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readManifest } from '../platform/application-manifest.ts'
import { readBundle } from '../platform/bundle.ts'
import { resolveInApplication } from './resolve-installed.ts'

/** The npm scope of extension packages. */
export const extensionScope = '@fw/'

/** The entry point that every extension package has. */
const entryPoint = '/extension'

/** Returns the entry points of the extensions that an application has installed. */
export function findExtensions(folder: string): string[] {
  return [...packagesOf(folder)]
    .toSorted()
    .map((name) => name + entryPoint)
    .filter((specifier) => resolveInApplication(specifier, folder) !== undefined)
}

/** Imports the extensions of an application. */
export function importExtensions(
  folder: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const bundled = readBundle()?.extensions.map((load) => load())
  const installed = () =>
    findExtensions(folder).map(
      (specifier) => import(/* @vite-ignore */ String(resolveInApplication(specifier, folder))),
    )
  return Promise.all(bundled ?? installed())
}

/**
 * Returns the packages of the scope that are listed in package.json, or installed in a folder where Node would find
 * them.
 */
function packagesOf(folder: string): Set<string> {
  const manifest = readManifest(folder)
  const listed = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const folders = createRequire(join(folder, 'package.json')).resolve.paths(extensionScope) ?? []
  const inFolders = folders
    .map((modules) => join(modules, extensionScope))
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path).map((name) => extensionScope + name))
  return new Set([...listed.filter((name) => name.startsWith(extensionScope)), ...inFolders])
}
