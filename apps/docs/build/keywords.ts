import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../../../packaging/stage-package.ts'

const index = join(repository, 'packages/core/docs/index.md')

/**
 * Adds the words of the table "By keyword" to the sections that it links to, so that the search
 * finds them. Other frameworks use these words, and the pages do not.
 */
export function withKeywords(page: string, text: string): string {
  return [...readKeywords(page)].reduce((result, [anchor, words]) => {
    const heading = [...result.matchAll(/^#{1,6} (.+)$/gm)].find(
      ([, title = '']) => anchor === '' || toAnchor(title) === anchor,
    )
    if (!heading) return result
    const end = heading.index + heading[0].length
    return `${result.slice(0, end)}\n\n${words.join(', ')}\n${result.slice(end)}`
  }, text)
}

/** The anchor that GitHub makes for a heading, which the documents link to. */
export function toAnchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

/** The words that lead to a page, by the anchor of its section; "" for the page itself. */
function readKeywords(page: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [, words = '', links = ''] of readFileSync(index, 'utf8').matchAll(
    /^\| ([^|]+) \| ([^|]+) \|$/gm,
  )) {
    for (const [, target, anchor = ''] of links.matchAll(/\]\(([\w-]+)\.md(?:#([\w-]+))?\)/g)) {
      if (target === page) found.set(anchor, [...(found.get(anchor) ?? []), words.trim()])
    }
  }
  return found
}
