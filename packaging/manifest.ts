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
  const { devDependencies: _, ...rest } = manifest
  const typesOf = (source: string) => `./types/${basename(source, '.ts')}.d.ts`
  return {
    ...rest,
    ...addresses,
    name: manifest.name,
    exports: publishedExports(manifest, typesOf),
  }
}

/** A package.json whose entry points run what is published, with the types of the sources. */
export function toLinked(manifest: Manifest): Manifest {
  return { ...manifest, exports: publishedExports(manifest, (source) => source) }
}

function publishedExports(
  { exports }: Manifest,
  typesOf: (source: string) => string,
): Manifest['exports'] {
  const entryPoints = Object.entries(exports).map(([name, entryPoint]) => [
    name,
    { types: typesOf(sourceOf(entryPoint)), default: `./dist/${publishedName(name)}.js` },
  ])
  return Object.fromEntries(entryPoints)
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
