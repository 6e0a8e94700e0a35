import { globSync } from 'node:fs'
import { join } from 'node:path'
import { entrySources, readManifest } from '../../../packaging/manifest.ts'
import { packages, repository } from '../../../packaging/stage-package.ts'
import { type PublicExport, readExports } from './exports.ts'

/** A module of imports, such as `@fw/core/mcp`. */
export interface EntryPoint {
  readonly name: string
  readonly exports: readonly PublicExport[]
}

/** Packages of a release use these entry points of each other. Applications do not import them. */
const internal: ReadonlySet<string> = new Set(['internals', 'extension', 'configured', 'build'])

/** The entry points of all packages for applications, as the declarations in a folder have them. */
export function readEntryPoints(declarations: string): EntryPoint[] {
  return packages.flatMap((folder) => {
    const manifest = readManifest(join(repository, 'packages', folder))
    return Object.entries(entrySources(manifest)).flatMap(([entry, source]) => {
      const file = join(declarations, folder, source.replace(/\.ts$/, '.d.ts'))
      const name = entry === 'index' ? manifest.name : `${manifest.name}/${entry}`
      if (internal.has(entry) || globSync(file).length === 0) return []
      return [{ name, exports: readExports(file) }]
    })
  })
}
