import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the folder of an application, given as a path or as a file URL. */
export function rootFolder(root: string | URL): string {
  const isUrl = root instanceof URL || root.startsWith('file:')
  return resolve(isUrl ? fileURLToPath(root) : root)
}
