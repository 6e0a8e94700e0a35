import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { NotPacked, NotPublished } from './errors.ts'
import { programVersion, toJson, type Manifest } from './manifest.ts'
import type { FileContents } from './project-folder.ts'

/** The source of a project's fw packages: npm, or packed files. */
export interface PackageSource {
  /**
   * The path, within the project, of the folder with the packed packages, such as `packed`; empty if they come from
   * npm.
   */
  readonly packed: string
  /** Returns the version of an fw package to write into the package.json at this path in the project. */
  versionOf(name: string, path: string): string
}

/**
 * Returns the source for a new project. Throws {@link NotPublished} if the program runs from a clone, and `folder` is
 * undefined.
 */
export function sourceFrom(folder: string | undefined): PackageSource {
  if (folder !== undefined) return new PackedPackages(folder)
  const repository = resolve(import.meta.dirname, '../../..')
  if (!/[\\/]node_modules[\\/]/.test(import.meta.url)) throw new NotPublished(repository)
  return npm
}

/** Returns the source that an application already uses for `@fw/core`. */
export function sourceOf({ dependencies }: Manifest): PackageSource {
  const { '@fw/core': core = '' } = dependencies as Readonly<Record<string, string>>
  const [, packed, version] = /^file:(.+)\/fw-core-([^/]+)\.tgz$/.exec(core) ?? []
  if (packed === undefined || version === undefined) return npm
  return { packed, versionOf: (name) => `file:${packed}/${fileOf(name, version)}` }
}

const npm: PackageSource = { packed: '', versionOf: programVersion }

/** The packages in a folder written by `npm run pack`. A new project keeps a copy of them. */
export class PackedPackages implements PackageSource {
  readonly packed = 'packed'
  readonly #folder: string
  readonly #names: readonly string[]

  constructor(folder: string) {
    this.#folder = folder
    const files = existsSync(folder) ? readdirSync(folder) : []
    this.#names = files
      .filter((file) => file.startsWith('fw-') && file.endsWith(`-${programVersion()}.tgz`))
      .map((file) => `@fw/${file.slice('fw-'.length, -`-${programVersion()}.tgz`.length)}`)
      .filter((name) => name !== '@fw/create')
  }

  /** Throws {@link NotPacked} if the package is missing in the folder. */
  versionOf(name: string, path: string): string {
    const file = fileOf(name, programVersion())
    if (!this.#names.includes(name)) throw new NotPacked(this.#folder, file)
    return `file:${posix.join(posix.relative(posix.dirname(path), this.packed), file)}`
  }

  /**
   * Returns the files of a project together with the packed packages. Adds settings, so that dependencies between these
   * packages are also installed from the packed files.
   */
  addTo(templateFiles: FileContents, installer: string): FileContents {
    const versions = this.#names.map(
      (name) => [name, this.versionOf(name, 'package.json')] as const,
    )
    const files = new Map(templateFiles).set('.npmrc', noRegistry)
    for (const name of this.#names) {
      const file = fileOf(name, programVersion())
      files.set(`${this.packed}/${file}`, readFileSync(join(this.#folder, file)))
    }
    if (installer === 'pnpm') {
      const lines = versions.map(([name, version]) => `  '${name}': ${version}\n`)
      const settings = `${String(templateFiles.get(pnpmSettings) ?? '')}overrides:\n${lines.join('')}`
      return files.set(pnpmSettings, settings)
    }
    const manifest = JSON.parse(String(templateFiles.get('package.json'))) as Manifest
    const key = installer === 'yarn' ? 'resolutions' : 'overrides'
    return files.set('package.json', toJson({ ...manifest, [key]: Object.fromEntries(versions) }))
  }
}

const pnpmSettings = 'pnpm-workspace.yaml'

/** A registry that does not exist, so that installing an fw package by name fails. */
const noRegistry = '@fw:registry=https://fw-is-not-published.invalid/\n'

/** Returns the name of the file that `npm pack` creates for a package. */
function fileOf(name: string, version: string): string {
  return `${name.slice(1).replace('/', '-')}-${version}.tgz`
}
