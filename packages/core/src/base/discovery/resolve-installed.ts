import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Returns the URL of a package's entry point in the version that the application has installed; undefined if it is not
 * installed.
 */
export function resolveInApplication(entryPoint: string, folder: string): string | undefined {
  return resolveFrom(join(folder, 'package.json'), entryPoint)
}

/**
 * Returns the URL of a package's entry point in the version that the application has installed, or else in the
 * framework's own version, which may be in another folder. For tools, not for running applications.
 */
export function resolveInstalled(entryPoint: string, folder: string): string | undefined {
  return resolveInApplication(entryPoint, folder) ?? resolveFrom(import.meta.url, entryPoint)
}

function resolveFrom(from: string, entryPoint: string): string | undefined {
  try {
    return pathToFileURL(createRequire(from).resolve(entryPoint)).href
  } catch (error) {
    if (!isNotInstalled(error)) throw error
    return undefined
  }
}

function isNotInstalled(error: unknown): boolean {
  const codes: unknown[] = ['MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED']
  return error instanceof Error && 'code' in error && codes.includes(error.code)
}
