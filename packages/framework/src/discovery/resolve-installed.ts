import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The address of a package's door as the application has it installed, else the framework; undefined where neither has. */
export function resolveInstalled(door: string, folder: string): string | undefined {
  for (const from of [join(folder, 'package.json'), import.meta.url]) {
    try {
      return pathToFileURL(createRequire(from).resolve(door)).href
    } catch (error) {
      if (!isNotInstalled(error)) throw error
    }
  }
  return undefined
}

function isNotInstalled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'
}
