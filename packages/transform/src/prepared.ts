import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { nodeHost, type Host } from './resolve/host.ts'
import { forgetPackages, isApplicationModule } from './resolve/packages.ts'
import { forgetAliases } from './resolve/tsconfig-paths.ts'
import { transform, type Transformed } from './transform.ts'

/** A module that was transformed before its import. */
interface PreparedModule {
  readonly source: string
  readonly transformed: Transformed
  /** Functions that return true if the data that the transform used from another file is still valid. */
  readonly checks: readonly (() => boolean)[]
}

const prepared = new Map<string, PreparedModule>()

/** Transforms a module of the application before it is imported, in an idle process. Throws `SourceSyntaxError`. */
export function prepareModule(path: string): void {
  if (!isApplicationModule(path)) return
  const source = readFileSync(path, 'utf8')
  const checks: (() => boolean)[] = []
  const transformed = transform(source, path, { host: recordingHost(checks) })
  prepared.set(path, { source, transformed, checks })
  forgetPackages()
  forgetAliases()
}

/** Returns the prepared module; undefined if its source, or another file that the transform has used, has changed. */
export function takePrepared(source: string, path: string): Transformed | undefined {
  const found = prepared.get(path)
  prepared.delete(path)
  if (found?.source !== source || !found.checks.every((isValid) => isValid())) return undefined
  return found.transformed
}

function recordingHost(checks: (() => boolean)[]): Host {
  return {
    readFile(path) {
      const text = nodeHost.readFile(path)
      checks.push(() => nodeHost.readFile(path) === text)
      return text
    },
    resolve(specifier, from) {
      const found = nodeHost.resolve(specifier, from)
      checks.push(() => isDeepStrictEqual(nodeHost.resolve(specifier, from), found))
      return found
    },
  }
}
