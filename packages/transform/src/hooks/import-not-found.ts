import { readFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { findInstalledPackage, packageNameIn } from '../resolve/packages.ts'

/** Thrown for an import of a package that is not installed, or of a file that does not exist. */
class ImportNotFound extends Error {
  override readonly name = 'ImportNotFound'
  /** The same code as in Node's error. */
  readonly code = 'ERR_MODULE_NOT_FOUND'
  readonly file: string
  /** The location in the file, as `line:column`. */
  readonly at: string
  /** The import as the module writes it. */
  readonly specifier: string

  constructor(file: string, at: string, specifier: string, problem: string, cause: unknown) {
    super(`${file}:${at}: ${problem}`, { cause })
    this.file = file
    this.at = at
    this.specifier = specifier
  }
}

/** Returns a clearer error for an import that Node could not resolve; returns other errors unchanged. */
export function explainImport(error: unknown, specifier: string, from: string): unknown {
  const isMissing =
    error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  const problem = isMissing ? problemOf(specifier, from) : undefined
  if (problem === undefined) return error
  return new ImportNotFound(label(from), locate(specifier, from), specifier, problem, error)
}

function problemOf(specifier: string, from: string): string | undefined {
  if (/^\.\.?\//.test(specifier)) {
    const path = label(resolve(dirname(from), specifier))
    return `there is no file ${path}. Correct the path of the import.`
  }
  const name = packageNameIn(specifier)
  if (name === undefined || findInstalledPackage(name, from)) return undefined
  return `the package "${name}" is not installed. Run: npm install ${name}. For a file, use a relative path.`
}

/** Returns the `line:column` of the specifier of an import. */
function locate(specifier: string, from: string): string {
  const text = readFileSync(from, 'utf8')
  const offset = [`'${specifier}'`, `"${specifier}"`].map((quoted) => text.indexOf(quoted))
  const before = text.slice(0, Math.max(0, ...offset)).split('\n')
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`
}

function label(path: string): string {
  return relative(process.cwd(), path).replaceAll(sep, '/')
}
