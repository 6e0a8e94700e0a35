import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tryRead } from '../../../base/logging/thrown.ts'
import { readManifest } from '../../../base/platform/application-manifest.ts'
import type { ApplicationManifest } from '../../../base/platform/bundle.ts'

/** Matches the file names of modules and of settings that affect how modules are read. */
export const moduleNames = /^(?:package\.json|tsconfig[\w.-]*\.json|.*\.[cm]?[jt]sx?)$/

/** Returns the folder of an application, and those of the workspace packages that it uses. */
export function sourceFolders(folder: string): string[] {
  return [folder, ...workspacePackages(folder)]
}

/** Returns the folders of packages in the same repository that an application uses, directly or indirectly. */
export function workspacePackages(folder: string, found = new Set<string>()): string[] {
  const { dependencies, devDependencies }: ApplicationManifest =
    tryRead(folder, () => readManifest(folder)) ?? {}
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const packageFolder = isFrameworkPackage(name) ? undefined : workspaceFolder(name, folder)
    if (packageFolder === undefined || packageFolder === folder || found.has(packageFolder))
      continue
    found.add(packageFolder)
    workspacePackages(packageFolder, found)
  }
  return [...found]
}

function isFrameworkPackage(name: string): boolean {
  return name.startsWith('@fw/')
}

function workspaceFolder(name: string, folder: string): string | undefined {
  const installed = join(folder, 'node_modules', name)
  if (existsSync(installed)) {
    const real = realpathSync(installed)
    return /[\\/]node_modules[\\/]/.test(real) ? undefined : real
  }
  const parent = dirname(folder)
  return parent === folder ? undefined : workspaceFolder(name, parent)
}
