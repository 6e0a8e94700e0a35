import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

export interface Package {
  readonly folder: string
  readonly json: {
    readonly name?: string
    readonly main?: string
    readonly types?: string
    readonly typings?: string
    readonly exports?: unknown
    readonly imports?: unknown
  }
}

/**
 * True for a TypeScript module of an application: its classes get type descriptions. False for the framework's modules:
 * when installed they are JavaScript, and in the repository they must behave in the same way.
 */
export function isApplicationModule(path: string): boolean {
  if (!/\.m?ts$/.test(path) || /[\\/]node_modules[\\/]/.test(path)) return false
  const { folder, json } = nearestPackage(path) ?? {}
  if (folder === undefined || !/^(?:fw$|@fw\/)/.test(json?.name ?? '')) return true
  return !/^(?:src|bin)$/.test(relative(folder, path).split(sep, 1)[0] ?? '')
}

/** Returns the package that a file belongs to. */
export function nearestPackage(file: string): Package | undefined {
  return firstUpwards(dirname(file), readPackage)
}

/** Returns the package name in a specifier; undefined for paths, and for aliases such as `@/orders`. */
export function packageNameIn(specifier: string): string | undefined {
  return /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*(?=\/|$)/.exec(specifier)?.[0]
}

/**
 * Returns the package that a bare specifier in a file refers to: the package of the file itself, or an installed one.
 */
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

/** Returns the real folder of a package in the same repository; undefined for an installed package. */
export function workspaceFolder({ folder }: Package): string | undefined {
  const real = realpathSync(folder)
  return /[\\/]node_modules(?:[\\/]|$)/.test(real) ? undefined : real
}

/**
 * Clears the cache. Long-lived processes call this, because packages may be installed while they
 * run.
 */
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

export type Conditions = ReadonlySet<string>

/** The export conditions for files that Node loads. */
const runTimeConditions: Conditions = new Set(['node', 'import', 'module-sync', 'default'])

/** The export conditions for files that are read for their types: sources or declaration files. */
export const typeConditions: Conditions = new Set(['fw', 'types', 'import', 'default'])

/** Returns the target of a key in `imports` or `exports` in package.json. */
export function packageTarget(
  map: unknown,
  key: string,
  conditions = runTimeConditions,
): string | undefined {
  if (!isObject(map) || !Object.keys(map).some((name) => /^[.#]/.test(name))) {
    return key === '.' ? chooseTarget(map, '', conditions) : undefined
  }
  if (key in map) return chooseTarget(map[key], '', conditions)
  for (const pattern of Object.keys(map).toSorted(bySpecificity)) {
    const [start, end] = pattern.split('*')
    if (start === undefined || end === undefined) continue
    if (key.length >= pattern.length && key.startsWith(start) && key.endsWith(end)) {
      const star = key.slice(start.length, key.length - end.length)
      return chooseTarget(map[pattern], star, conditions)
    }
  }
  return undefined
}

function chooseTarget(target: unknown, star: string, conditions: Conditions): string | undefined {
  if (typeof target === 'string') return target.replaceAll('*', star)
  if (Array.isArray(target)) return chooseTarget(target[0], star, conditions)
  if (!isObject(target)) return undefined
  for (const [condition, inner] of Object.entries(target)) {
    const chosen = conditions.has(condition) ? chooseTarget(inner, star, conditions) : undefined
    if (chosen !== undefined) return chosen
  }
  return undefined
}

function bySpecificity(a: string, b: string): number {
  return b.indexOf('*') - a.indexOf('*')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
