import { readBundle } from '../platform/bundle.ts'
import { resolveInApplication } from './resolve-installed.ts'

/** True if an application can import a package. Always true in a bundle, where this cannot be checked. */
export function isInstalled(name: string, folder: string): boolean {
  return readBundle() !== undefined || resolveInApplication(name, folder) !== undefined
}
