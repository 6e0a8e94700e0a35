import type { Host } from './host.ts'
import { References } from './references.ts'
import { parseSourceFile, type SourceFile } from './source-file.ts'
import type { Declaration } from './scope.ts'

/** What is known and gathered while the classes of one module are described. */
export interface Reading {
  readonly module: SourceFile
  readonly host: Host
  readonly references: References
  /** The other modules that were read. */
  readonly followed: Set<string>
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
  const references = new References(module)
  return { module, host, references, followed: new Set(), enclosing: [], evaluating: new Set() }
}

const parsed = new Map<string, SourceFile>()

/** Another module of the application; undefined where it cannot be read. */
export function followFile(path: string, reading: Reading): SourceFile | undefined {
  if (path === reading.module.path) return reading.module
  reading.followed.add(path)
  const text = reading.host.readFile(path)
  if (text === undefined || !/\.[cm]?[jt]sx?$/.test(path)) return undefined
  const known = parsed.get(path)
  if (known?.text === text) return known
  const file = parseSourceFile(text, path)
  parsed.set(path, file)
  return file
}
