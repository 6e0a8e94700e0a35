import { format } from 'oxfmt'
import type { EntryPoint } from './declarations.ts'
import { findMeaning, findUsage } from './examples.ts'
import { groupExports, pageName } from './export-groups.ts'
import type { PublicExport } from './exports.ts'
import type { Page } from './pages.ts'
import type { ReferenceLinks } from './reference-links.ts'
import { wrapComments } from './wrap-comments.ts'

/** The page of a module: its exports by kind, each with its declaration and an example of the guides. */
export async function referencePage(entryPoint: EntryPoint, links: ReferenceLinks): Promise<Page> {
  const { name } = entryPoint
  const parts = [
    `# ${name}`,
    `Names that applications import from \`${name}\`, with their published declarations.`,
  ]
  for (const { title, entries } of groupExports(entryPoint)) {
    parts.push(`## ${title}`)
    for (const entry of entries) parts.push(await textOf(name, entry, links))
  }
  return { path: `reference/${pageName(name)}.md`, text: `${parts.join('\n\n')}\n` }
}

async function textOf(
  module: string,
  { name, kind, doc, code, types }: PublicExport,
  links: ReferenceLinks,
): Promise<string> {
  const from = pageName(module)
  const linkOf = (type: string) => links.find(from, types.get(type), '.md')
  const parts = [`### ${name}`, toProse(doc, linkOf), codeBlock(await formatted(code))]
  const meaning = kind === 'error' ? findMeaning(name) : undefined
  if (meaning) parts.push(`Messages and fixes: [${meaning.title}](../${meaning.link}).`)
  const usage = findUsage(module, name)
  if (usage) {
    const link = `[${usage.title}](../${usage.link})`
    if (usage.code === undefined) parts.push(`See ${link}.`)
    else parts.push(`Example, from ${link}:`, codeBlock(usage.code))
  }
  return parts.filter(Boolean).join('\n\n')
}

function codeBlock(code: string): string {
  return `\`\`\`ts\n${code}\n\`\`\``
}

/** Formats a declaration so that it fits the width of a page. Without `declare`, it does not parse. */
async function formatted(declaration: string): Promise<string> {
  const options = { semi: false, singleQuote: true, printWidth: 72, trailingComma: 'all' } as const
  const { code, errors } = await format('declaration.ts', declaration, options)
  const shown = errors.length > 0 ? declaration : code.trimEnd()
  return wrapComments(shown.replaceAll(/^declare /gm, ''))
}

/**
 * A doc comment as Markdown: names of exports are links, tags are a list, and no character begins
 * HTML.
 */
function toProse(doc: string, linkOf: (type: string) => string | undefined): string {
  return doc
    .replaceAll(/\{@link ([^}]+)\}/g, (_, target: string) => {
      const link = linkOf(target.trim())
      return link === undefined ? `\`${target}\`` : `[\`${target}\`](${link})`
    })
    .replaceAll(/^@param (\w+) /gm, '- `$1`: ')
    .replaceAll(/^@(\w+) ?/gm, '- _$1_ ')
    .split(/(`[^`]*`)/)
    .map((part, place) => (place % 2 === 1 ? part : part.replaceAll('<', '&lt;')))
    .join('')
}
