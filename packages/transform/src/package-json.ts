import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Package {
  readonly folder: string
  readonly json: {
    readonly name?: string
    readonly main?: string
    readonly exports?: unknown
    readonly imports?: unknown
  }
}

/** The package that a file belongs to. */
export function nearestPackage(file: string): Package | undefined {
  return firstUpwards(dirname(file), (folder) => readPackage(folder))
}

/** The package that a bare specifier means in a file: the file's own by its name, or an installed one. */
export function findInstalledPackage(name: string, file: string): Package | undefined {
  const own = nearestPackage(file)
  if (own?.json.name === name && own.json.exports !== undefined) return own
  return firstUpwards(dirname(file), (folder) => readPackage(join(folder, 'node_modules', name)))
}

function firstUpwards(
  folder: string,
  read: (folder: string) => Package | undefined,
): Package | undefined {
  const found = read(folder)
  const parent = dirname(folder)
  return found || parent === folder ? found : firstUpwards(parent, read)
}

/** A process that lives while packages are installed reads them again. */
export function forgetPackages(): void {
  packages.clear()
}

const packages = new Map<string, Package | undefined>()

function readPackage(folder: string): Package | undefined {
  if (!packages.has(folder)) {
    const path = join(folder, 'package.json')
    const found = existsSync(path)
      ? { folder, json: JSON.parse(readFileSync(path, 'utf8')) as Package['json'] }
      : undefined
    packages.set(folder, found)
  }
  return packages.get(folder)
}
