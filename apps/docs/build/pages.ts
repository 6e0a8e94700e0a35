import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readManifest } from '../../../packaging/manifest.ts'
import { repository } from '../../../packaging/stage-package.ts'
import type { EntryPoint } from './declarations.ts'
import { homePage } from './home.ts'
import { referencePage } from './reference.ts'
import { ReferenceLinks } from './reference-links.ts'
import { toSiteMarkdown } from './site-markdown.ts'

/** A page of the site. */
export interface Page {
  /** Below the site, such as `reference/core-mcp.md`. */
  readonly path: string
  readonly text: string
}

/** A list of pages under a heading of the index. */
export interface Section {
  readonly title: string
  readonly links: readonly {
    readonly title: string
    readonly page: string
    readonly about: string
  }[]
}

const docs = join(repository, 'packages/core/docs')

/** The `<major.minor>` of fw. */
export const release = /^\d+\.\d+/.exec(
  String(readManifest(join(repository, 'packages/core'))['version']),
)?.[0] as string

/** The links of the types in declarations, next to the pages. */
export const referenceLinksFile = 'reference-links.json'

/** Writes the source of every page to a folder, which is emptied before. */
export async function writePages(
  folder: string,
  entryPoints: readonly EntryPoint[],
): Promise<Page[]> {
  const modules = entryPoints.filter(({ exports }) => exports.length > 0)
  const links = new ReferenceLinks(modules)
  const pages = [
    { path: 'index.md', text: homePage(readText(join(repository, 'README.md'))) },
    ...globSync('*.md', { cwd: docs }).map(documentPage),
    ...(await Promise.all(modules.map((module) => referencePage(module, links)))),
  ]
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(docs, 'pictures'), join(folder, 'pictures'), { recursive: true })
  writeFileSync(join(folder, referenceLinksFile), JSON.stringify(links.toJson()))
  for (const { path, text } of pages) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), toSiteMarkdown(text))
  }
  return pages
}

/** The sections of the index, which are the menu. */
export function readSections(): Section[] {
  const [, ...parts] = readText(join(docs, 'index.md')).split(/^## /m)
  return parts.flatMap((part) => {
    const [title = ''] = part.split('\n', 1)
    const links = [...part.matchAll(/^- \[([^\]]+)\]\(([\w-]+)\.md\)(?:: (.*))?$/gm)].map(
      ([, name = '', page = '', about = '']) => ({ title: name, page, about }),
    )
    return links.length > 0 ? [{ title, links }] : []
  })
}

/**
 * The title of the documentation index is also the title of the site. A link to a file of the
 * repository becomes plain text.
 */
function documentPage(name: string): Page {
  const text = readText(join(docs, name))
    .replaceAll(/\]\(index\.md/g, '](contents.md')
    .replaceAll(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, '$1')
  return { path: name === 'index.md' ? 'contents.md' : name, text }
}

function readText(file: string): string {
  return readFileSync(file, 'utf8')
}
