import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Installer } from './installers.ts'
import { type Manifest, mergeManifests, withVersions } from './manifest.ts'

export const templates = ['api', 'postgres', 'agent', 'monorepo'] as const

export type TemplateName = (typeof templates)[number]

/** What can be added to an application. */
export const parts = ['docker', 'ci', 'queue', 'client', 'lint', 'agents'] as const

export type PartName = (typeof parts)[number]

export interface ProjectFiles {
  /** Texts by paths. */
  readonly texts: ReadonlyMap<string, string>
  /** package.json. */
  readonly manifest: Manifest
}

/**
 * The files of some folders of `templates`; a later folder replaces what an earlier one has. At the beginning of a name
 * `_` stands for `.`, because npm does not publish every file whose name begins with a dot; `manifest.json` is the
 * package.json of a workspace. In a text `__name__` is a
 * value, and a line that holds nothing but an empty value and one word before it is left out.
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

/** What some parts are in applications of another shape. */
export type Shape = 'postgres' | 'monorepo' | undefined

/** The folders of some parts in an application of that shape, what differs after what is common. */
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

/** A line that ends with a placeholder whose value is empty is left out. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  const lines = text.split('\n').filter((line) => {
    const [, name] = /__([a-z]+)__$/i.exec(line) ?? []
    return name === undefined || values[name] !== ''
  })
  return lines
    .join('\n')
    .replaceAll(/__([a-z]+)__/gi, (placeholder, name: string) => values[name] ?? placeholder)
}
