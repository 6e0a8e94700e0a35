import { readFileSync } from 'node:fs'
import { UnreadableManifest } from './errors.ts'

/** The content of a package.json. */
export type Manifest = Readonly<Record<string, unknown>>

/**
 * Merges two manifests. The first takes precedence, except for scripts that are replaceable. Packages are sorted by
 * name.
 */
export function mergeManifests(
  first: Manifest,
  second: Manifest,
  isReplaced: (script: unknown) => boolean,
): Manifest {
  const merged: Record<string, unknown> = { ...first }
  for (const [key, value] of Object.entries(second)) {
    const own = merged[key]
    if (isObject(own) && isObject(value)) {
      const both =
        key === 'scripts'
          ? mergeScripts(own, value, isReplaced)
          : mergeManifests(own, value, isReplaced)
      merged[key] = /dependencies$/i.test(key) ? sorted(both) : both
    } else if (own === undefined) merged[key] = value
  }
  return merged
}

function mergeScripts(
  own: Manifest,
  added: Manifest,
  isReplaced: (script: unknown) => boolean,
): Manifest {
  const kept = Object.entries(own).filter(
    ([name, script]) => !(name in added && isReplaced(script)),
  )
  return { ...own, ...added, ...Object.fromEntries(kept) }
}

/** Reads a package.json. Throws {@link UnreadableManifest}. */
export function readManifest(file: string): Manifest {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text) as Manifest
  } catch (error) {
    throw new UnreadableManifest(file, error)
  }
}

/**
 * Replaces the version `*` in a template by the tested version. `versionOf` returns the versions of the fw packages.
 */
export function withVersions(manifest: Manifest, versionOf: (name: string) => string): Manifest {
  return Object.fromEntries(
    Object.entries(manifest).map(([key, value]) => [
      key,
      /dependencies$/i.test(key) && isObject(value) ? exact(value, versionOf) : value,
    ]),
  )
}

/** Formats a value as the content of a JSON file. */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Returns the version of this program, which is the same for all fw packages. */
export function ownVersion(): string {
  return (readJson('../package.json') as { version: string }).version
}

function exact(packages: Manifest, versionOf: (name: string) => string): Manifest {
  const tested = readJson('../templates/versions.json') as Readonly<Record<string, string>>
  return Object.fromEntries(
    Object.entries(packages).map(([name, version]) => {
      if (version !== '*') return [name, version]
      const release = name.startsWith('@fw/') ? versionOf(name) : tested[name]
      if (release === undefined) throw new Error(`versions.json lacks ${name}`)
      return [name, release]
    }),
  )
}

function sorted(packages: Manifest): Manifest {
  return Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export function isObject(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}
