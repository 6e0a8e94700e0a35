import type { Host, Resolution } from './host.ts'
import { References } from './references.ts'
import { parseSourceFile, type SourceFile } from './source-file.ts'
import type { Declaration } from './scope.ts'

/** What is known and gathered while the classes of one module are described. */
export interface Reading {
  readonly module: SourceFile
  readonly host: Host
  readonly references: References
  /** The other modules that were read, by their paths; undefined for one that cannot be. */
  readonly files: Map<string, SourceFile | undefined>
  readonly resolutions: Map<string, Resolution | undefined>
  /** The aliases and interfaces that are being read, from the outermost to the innermost. */
  readonly enclosing: Enclosing[]
  /** The constants and enums whose values are being worked out. */
  readonly evaluating: Set<Declaration>
}

export interface Enclosing {
  readonly declaration: Declaration
  readonly typeArguments: string
  readonly name: string
  /** Whether the declaration is an object, so that a type inside it can name it. */
  readonly isObject: boolean
  recurs: boolean
}

export function startReading(module: SourceFile, host: Host): Reading {
  return {
    module,
    host,
    references: new References(module),
    files: new Map(),
    resolutions: new Map(),
    enclosing: [],
    evaluating: new Set(),
  }
}

/** What an import in a file means. */
export function resolveImport(
  specifier: string,
  from: SourceFile,
  { host, resolutions }: Reading,
): Resolution | undefined {
  const key = `${specifier} ${from.path}`
  if (!resolutions.has(key)) resolutions.set(key, host.resolve(specifier, from.path))
  return resolutions.get(key)
}

/** Another module of the application; undefined where it cannot be read. */
export function followFile(path: string, { module, host, files }: Reading): SourceFile | undefined {
  if (path === module.path) return module
  if (!files.has(path)) files.set(path, readSourceFile(path, host))
  return files.get(path)
}

const parsed = new Map<string, SourceFile>()

function readSourceFile(path: string, host: Host): SourceFile | undefined {
  const text = /\.[cm]?[jt]s$/.test(path) ? host.readFile(path) : undefined
  if (text === undefined) return undefined
  const known = parsed.get(path)
  if (known?.text === text) return known
  const file = parseSourceFile(text, path)
  parsed.set(path, file)
  return file
}
