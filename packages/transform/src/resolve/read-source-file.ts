import { refuseModule } from '../parse/module-errors.ts'
import {
  findScanned,
  parseSourceFile,
  SourceSyntaxError,
  type SourceFile,
} from '../parse/source-file.ts'
import type { Host } from './host.ts'

const parsed = new Map<string, SourceFile>()

/**
 * Parses a module and caches the result. Returns undefined if the file is not a module or does not exist, or if it is
 * invalid and errors are being collected.
 */
export function readSourceFile(path: string, host: Host): SourceFile | undefined {
  const text = /\.[cm]?[jt]s$/.test(path) ? host.readFile(path) : undefined
  if (text === undefined) return undefined
  const known = parsed.get(path)
  if (known?.text === text) return known
  const file = findScanned(text, path) ?? parseOrCollect(text, path)
  if (file) parsed.set(path, file)
  return file
}

/** The modules for which an error was collected. */
const invalid = new Set<string>()

/** True for a module that `readSourceFile` could not parse. */
export function isInvalidModule(path: string | undefined): boolean {
  return path !== undefined && invalid.has(path)
}

function parseOrCollect(text: string, path: string): SourceFile | undefined {
  try {
    return parseSourceFile(text, path)
  } catch (error) {
    if (!(error instanceof SourceSyntaxError)) throw error
    refuseModule(error)
    invalid.add(path)
    return undefined
  }
}
