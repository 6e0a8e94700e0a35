import { writeFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Page, readSections } from './pages.ts'

/** Writes what programs read: each page as Markdown, `llms.txt` and `llms-full.txt`. */
export function writeForAgents(site: string, base: string, pages: readonly Page[]): void {
  const documents = pages.filter(({ path }) => path !== 'index.md')
  for (const { path, text } of documents) {
    mkdirSync(dirname(join(site, path)), { recursive: true })
    writeFileSync(join(site, path), text)
  }
  writeFileSync(join(site, 'llms.txt'), listOf(base, documents))
  const whole = documents.map(({ path, text }) => `<!-- ${base}${path} -->\n\n${text}`)
  writeFileSync(join(site, 'llms-full.txt'), whole.join('\n'))
}

/** In the form of llmstxt.org. */
function listOf(base: string, documents: readonly Page[]): string {
  const sections = readSections().map(({ title, links }) => [
    `## ${title}`,
    links
      .map(
        ({ title: name, page, about }) => `- [${name}](${base}${page}.md)${about && `: ${about}`}`,
      )
      .join('\n'),
  ])
  const reference = documents
    .filter(({ path }) => path.startsWith('reference/'))
    .map(({ path, text }) => `- [${/^# (.*)$/m.exec(text)?.[1]}](${base}${path})`)
  const opening = [
    '# fw',
    '> A web application framework for TypeScript in which you state each fact once.',
  ]
  return `${[...opening, ...sections.flat(), '## Reference', reference.join('\n')].join('\n\n')}\n`
}
