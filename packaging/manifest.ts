import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

type EntryPoint = string | { readonly types: string; readonly default: string }

/** A package.json, as far as it is changed for publishing. */
export interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, EntryPoint>>
  readonly [key: string]: unknown
}

/** The package.json of a package of the repository. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** The sources of the entry points by the names of the files that are published for them. */
export function entrySources({ exports }: Manifest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(exports).map(([name, entryPoint]) => [
      publishedName(name),
      sourceOf(entryPoint),
    ]),
  )
}

/** A package.json whose entry points lead to what is published, with the public addresses. */
export function toPublished(manifest: Manifest, addresses: object): Manifest {
  const { devDependencies: _, exports, ...rest } = manifest
  const entryPoints = Object.entries(exports).map(([name, entryPoint]) => {
    const types = `./types/${basename(sourceOf(entryPoint), '.ts')}.d.ts`
    return [name, { types, default: `./dist/${publishedName(name)}.js` }]
  })
  return {
    ...rest,
    ...addresses,
    name: manifest.name,
    exports: Object.fromEntries(entryPoints),
  }
}

/** A package.json whose entry points run what is published, with the types of the sources. */
export function toLinked(manifest: Manifest): Manifest {
  const entryPoints = Object.entries(manifest.exports).map(([name, entryPoint]) => [
    name,
    { types: sourceOf(entryPoint), default: `./dist/${publishedName(name)}.js` },
  ])
  return { ...manifest, exports: Object.fromEntries(entryPoints) }
}

/**
 * An entry point whose types are elsewhere starts its own TypeScript, which published code does not
 * need.
 */
function sourceOf(entryPoint: EntryPoint): string {
  return typeof entryPoint === 'string' ? entryPoint : entryPoint.types
}

function publishedName(entryPoint: string): string {
  return entryPoint === '.' ? 'index' : entryPoint.slice(2)
}
