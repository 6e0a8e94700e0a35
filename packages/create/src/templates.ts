import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Installer } from './installers.ts'
import { type Manifest, mergeManifests, withVersions } from './manifest.ts'

export const templates = ['api', 'postgres', 'agent', 'monorepo'] as const

export type TemplateName = (typeof templates)[number]

/** The parts that can be added to an application. */
export const parts = ['docker', 'ci', 'queue', 'client', 'lint', 'agents'] as const

export type PartName = (typeof parts)[number]

export interface ProjectFiles {
  /** The contents of files by path. */
  readonly texts: ReadonlyMap<string, string>
  /** package.json. */
  readonly manifest: Manifest
}

/**
 * Reads the files of some folders of `templates`. Files of later folders replace earlier ones. `_`
 * at the start of a name becomes `.`, because npm does not publish every dotfile. `manifest.json`
 * is the package.json of a workspace. `__name__` in a file is replaced by a value. A line that only
 * has a word and an empty value is removed.
 */
export function readTemplates(
  folders: readonly string[],
  project: string,
  installer: Installer,
): ProjectFiles {
  const texts = new Map<string, string>()
  let manifest: Manifest = {}
  for (const folder of folders) {
    for (const path of filesIn(folder)) {
      const text = fill(readFileSync(join(root, folder, path), 'utf8'), { ...installer, project })
      if (path === 'package.json') {
        manifest = mergeManifests(manifest, withVersions(JSON.parse(text) as Manifest))
      } else if (path.endsWith('/manifest.json')) {
        const workspace = withVersions(JSON.parse(text) as Manifest)
        texts.set(path.replace('manifest', 'package'), `${JSON.stringify(workspace, null, 2)}\n`)
      } else texts.set(path.replaceAll(/(?<=^|\/)_/g, '.'), text)
    }
  }
  return { texts, manifest }
}

/** The shape of an application, for which some parts differ. */
export type Shape = 'postgres' | 'monorepo' | undefined

/**
 * Returns the folders of parts for a shape of application. Common folders come before specific
 * ones.
 */
export function foldersOf(names: readonly string[], shape: Shape): string[] {
  return names.flatMap((name) =>
    existsSync(join(root, `${name}-${shape}`)) ? [name, `${name}-${shape}`] : [name],
  )
}

const root = fileURLToPath(new URL('../templates/', import.meta.url))

function filesIn(folder: string): string[] {
  return globSync('**/*', { cwd: join(root, folder), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, folder).length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
}

/** Fills placeholders in. A line that ends with a placeholder is removed if its value is empty. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  const lines = text.split('\n').filter((line) => {
    const [, name] = /__([a-z]+)__$/i.exec(line) ?? []
    return name === undefined || values[name] !== ''
  })
  return lines
    .join('\n')
    .replaceAll(/__([a-z]+)__/gi, (placeholder, name: string) => values[name] ?? placeholder)
}
