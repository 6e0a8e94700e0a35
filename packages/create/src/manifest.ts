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
    const existing = merged[key]
    if (isObject(existing) && isObject(value)) {
      const combined =
        key === 'scripts'
          ? mergeScripts(existing, value, isReplaced)
          : mergeManifests(existing, value, isReplaced)
      merged[key] = /dependencies$/i.test(key) ? sorted(combined) : combined
    } else if (existing === undefined) merged[key] = value
  }
  return merged
}

function mergeScripts(
  existing: Manifest,
  added: Manifest,
  isReplaced: (script: unknown) => boolean,
): Manifest {
  const kept = Object.entries(existing).filter(
    ([name, script]) => !(name in added && isReplaced(script)),
  )
  return { ...existing, ...added, ...Object.fromEntries(kept) }
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
 * Replaces the version `*` in a template with the tested version. `versionOf` returns the versions of the fw packages.
 */
export function withVersions(manifest: Manifest, versionOf: (name: string) => string): Manifest {
  return Object.fromEntries(
    Object.entries(manifest).map(([key, value]) => [
      key,
      /dependencies$/i.test(key) && isObject(value) ? withTestedVersions(value, versionOf) : value,
    ]),
  )
}

/** Formats a value as the content of a JSON file. */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Returns the version of this program, which is the same for all fw packages. */
export function programVersion(): string {
  return (readJson('../package.json') as { version: string }).version
}

function withTestedVersions(packages: Manifest, versionOf: (name: string) => string): Manifest {
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
