import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBundle, type BuiltApplication } from '../platform/bundle.ts'
import { isTransformInstalled } from './load-transform.ts'

/** The output folder of `fw build`, next to the application's package.json. */
export const outputName = 'dist'

/** The manifest of `fw build` in the output folder. Its paths are relative to this folder. */
export const manifestName = 'fw.json'

/**
 * Returns the bundle. If there is no bundle, returns the output of `fw build` in production, or if
 * the transform is not installed. Returns undefined if the application runs from source.
 */
export function readBuiltApplication(folder: string): BuiltApplication | undefined {
  return readBundle() ?? readOutput(folder)
}

/** Returns the output folder of `fw build` if its output runs instead of the source; undefined for a bundle. */
export function builtFolder(folder: string): string | undefined {
  const output = join(folder, outputName)
  if (readBundle() || !existsSync(join(output, manifestName))) return undefined
  if (process.env['NODE_ENV'] !== 'production' && isTransformInstalled(folder)) return undefined
  return output
}

function readOutput(folder: string): BuiltApplication | undefined {
  const output = builtFolder(folder)
  if (output === undefined) return undefined
  const file = join(output, manifestName)
  const { bootstrap, modules } = JSON.parse(readFileSync(file, 'utf8')) as BuiltApplication
  const inOutput = (path: string) => join(output, path)
  return {
    bootstrap: bootstrap && inOutput(bootstrap),
    get modules() {
      return modules.map((module) => ({ ...module, file: inOutput(module.file) }))
    },
  }
}
