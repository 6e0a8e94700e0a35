import { accessSync, constants } from 'node:fs'

/** True if the path is a program that may be started. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
