import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

type Door = string | { readonly types: string; readonly default: string }

/** A package.json, as far as it is changed for publishing. */
export interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, Door>>
  readonly [key: string]: unknown
}

/** The package.json of a package of the repository. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** The sources of the doors by the names of the files that are published for them. */
export function doorSources({ exports }: Manifest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(exports).map(([name, door]) => [publishedName(name), sourceOf(door)]),
  )
}

/** A package.json whose doors lead to what is published. */
export function toPublished(manifest: Manifest): Manifest {
  const { devDependencies: _, exports, ...rest } = manifest
  const doors = Object.entries(exports).map(([name, door]) => {
    const types = `./types/${basename(sourceOf(door), '.ts')}.d.ts`
    return [name, { types, default: `./dist/${publishedName(name)}.js` }]
  })
  return { ...rest, name: manifest.name, exports: Object.fromEntries(doors) }
}

/** A door whose types stand elsewhere starts its own TypeScript, which published code need not. */
function sourceOf(door: Door): string {
  return typeof door === 'string' ? door : door.types
}

function publishedName(door: string): string {
  return door === '.' ? 'index' : door.slice(2)
}
