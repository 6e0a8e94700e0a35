import { readBundle } from '../platform/bundle.ts'
import { resolveInApplication } from './resolve-installed.ts'

/** True if an application can import a package. A bundle already contains the packages that it needs. */
export function isInstalled(name: string, folder: string): boolean {
  return readBundle() !== undefined || resolveInApplication(name, folder) !== undefined
}
