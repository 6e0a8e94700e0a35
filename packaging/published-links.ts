import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The folders that links start from. */
interface Places {
  /** The folder of the page in the repository, such as `packages/core/docs`. */
  readonly from: string
  /** The folder of the package in the repository. */
  readonly folder: string
  /** The files that are published. */
  readonly stage: string
  /** The address of the documentation site. */
  readonly homepage: string | undefined
}

const docs = 'packages/core/docs'

/**
 * Changes the links and pictures of a page whose target is not in its package: those to the
 * documentation lead to the site. If there is no site, or no page for the target, only the words
 * remain.
 */
export function toPublishedLinks(markdown: string, places: Places): string {
  const parts = /(^```[^]*?^```$|`[^`\n]*`)|!?\[((?:`[^`]*`|[^\]`])+)\]\(([^)\s]+)\)/gm
  return markdown.replaceAll(parts, (part: string, code?: string, words = '', target = '') => {
    if (code !== undefined || /^(?:[a-z]+:|#)/.test(target)) return part
    const [path = '', heading] = target.split('#')
    const linked = posix.join(places.from, path)
    const inside = posix.relative(places.folder, linked)
    if (!inside.startsWith('..') && existsSync(join(places.stage, inside))) return part
    const address = siteAddress(linked, places.homepage)
    if (address === undefined) return words
    return part.replace(target, heading === undefined ? address : `${address}#${heading}`)
  })
}

/** The address that the site has for a file of the documentation. */
function siteAddress(file: string, homepage: string | undefined): string | undefined {
  if (homepage === undefined || !file.startsWith(`${docs}/`)) return undefined
  const name = file.slice(docs.length + 1).replace(/^index\.md$/, 'contents.md')
  return new URL(name.replace(/\.md$/, '.html'), homepage.replace(/\/*$/, '/')).href
}
