import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Layout } from './layout.ts'
import { isObject, type Manifest, mergeManifests, toJson, withVersions } from './manifest.ts'
import { mergerOf } from './merge-text.ts'
import type { PackageSource } from './package-source.ts'
import { isOfRepository } from './parts.ts'

/** The values of placeholders. */
export type Values = Readonly<Record<string, string>>

/**
 * Reads the files in some folders of `templates`. If several folders contain the same file, their contents are merged
 * if possible; otherwise the last one is used. `_` at the start of a name becomes `.`, because npm does not publish
 * every dotfile; `manifest.json` becomes the package.json in that folder. `__name__` in a file is replaced with a
 * value, and a line with an empty value is removed.
 */
export function readTemplates(
  folders: readonly string[],
  layout: Layout,
  values: Values,
  source: PackageSource,
): Map<string, string> {
  const texts = new Map<string, string>()
  for (const folder of folders) {
    for (const file of filesIn(folder)) {
      const path = projectPath(folder, file, layout)
      const text = fill(readFileSync(join(root, folder, file), 'utf8'), values)
      const added = /(^|\/)package\.json$/.test(path) ? withReleases(text, path, source) : text
      texts.set(path, mergeText(path, texts.get(path), added))
    }
  }
  return texts
}

/** Merges what a part adds into the content of a file. A file that cannot be merged is replaced. */
export function mergeText(path: string, existing: string | undefined, added: string): string {
  if (existing === undefined) return added
  if (/(^|\/)package\.json$/.test(path)) {
    const [first, second] = [existing, added].map((text) => JSON.parse(text) as Manifest)
    return toJson(mergeManifests(first ?? {}, second ?? {}, isTemplateScript))
  }
  return mergerOf(path)?.(existing, added) ?? added
}

/** True if parts are merged into an existing file. Other files are kept or replaced. */
export function isMerged(path: string): boolean {
  return /(^|\/)package\.json$/.test(path) || mergerOf(path) !== undefined
}

/**
 * Returns the folders of new parts, followed by the folders for combinations of parts, such as `docker+database`. A
 * folder for a combination of features contains examples, so all of these features must be new.
 */
export function foldersOf(added: readonly string[], present: readonly string[]): string[] {
  const isNew = (name: string) => added.includes(name)
  const combinations = readdirSync(root).filter((folder) => {
    const names = folder.split('+')
    if (names.length === 1 || names.every(isNew)) return names.length > 1
    const isAvailable = names.every((name) => isNew(name) || present.includes(name))
    return isAvailable && names.some(isNew) && names.some(isOfRepository)
  })
  const byLength = combinations.toSorted((a, b) => a.length - b.length)
  return [...added.filter((name) => existsSync(join(root, name))), ...byLength]
}

const root = fileURLToPath(new URL('../templates/', import.meta.url))

/** True if a script comes from a template, so that a part that is added later may replace it. */
function isTemplateScript(script: unknown): boolean {
  const manifests = globSync('**/{package,manifest}.json', { cwd: root })
  return manifests.some((file) => {
    const { scripts } = JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest
    return isObject(scripts) && Object.values(scripts).includes(script)
  })
}

function withReleases(text: string, path: string, source: PackageSource): string {
  return toJson(withVersions(JSON.parse(text) as Manifest, (name) => source.versionOf(name, path)))
}

/** Returns the path of a file in the project. In a monorepo, server and web page are in different folders. */
function projectPath(folder: string, file: string, { app, web }: Layout): string {
  const path = file.replaceAll(/(?<=^|\/)_/g, '.').replace(/(?<=\/)manifest\.json$/, 'package.json')
  const names = folder.split('+')
  const isShared = names.some((name) => isOfRepository(name) || sharedFolders.has(name))
  if (isShared || /^(README|AGENTS)\.md$/.test(path)) return path
  return path.startsWith('web/') ? path.replace('web', web) : `${app}${path}`
}

const sharedFolders = new Set(['base', 'monorepo', 'npm', 'pnpm', 'yarn', 'bun'])

function filesIn(folder: string): string[] {
  return globSync('**/*', { cwd: join(root, folder), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, folder).length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
}

/**
 * Replaces placeholders with their values. A line is removed if one of its values is empty, except for the names in
 * `mayBeEmpty`.
 */
function fill(text: string, values: Values): string {
  const lines = text.split('\n').filter((line) => {
    const names = [...line.matchAll(/__([a-z]+)__/gi)].map(([, name = '']) => name)
    return names.every((name) => values[name] !== '' || mayBeEmpty.has(name))
  })
  return lines
    .join('\n')
    .replaceAll(/__([a-z]+)__/gi, (placeholder, name: string) => values[name] ?? placeholder)
}

/**
 * Placeholders whose values may be empty: the path prefix outside a monorepo, and the values for callers in an
 * application without authentication.
 */
const mayBeEmpty = new Set(['app', 'principal', 'as', 'bearer'])
