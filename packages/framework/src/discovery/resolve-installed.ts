import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The address of a package's entry point as the application has it installed; undefined where it has not. */
export function resolveInApplication(entryPoint: string, folder: string): string | undefined {
  return resolveFrom(join(folder, 'package.json'), entryPoint)
}

/** As the application has it installed, else the framework, which may be a checkout elsewhere: for tools, not for what runs. */
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
