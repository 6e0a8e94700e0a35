import type { EntryPoint } from './declarations.ts'
import type { PublicExport } from './exports.ts'
import type { Page } from './pages.ts'

/** The page of what one name exports: a summary and the declaration of each. */
export function referencePage({ name, exports }: EntryPoint): Page {
  const parts = [
    `# ${name}`,
    `What \`import { … } from '${name}'\` offers, from the published declarations.`,
    ...exports.map(partOf),
  ]
  return { path: `reference/${pageName(name)}.md`, text: `${parts.join('\n\n')}\n` }
}

/** `@fw/queue/redis` has the page `queue-redis`. */
export function pageName(entryPoint: string): string {
  return entryPoint.replace(/^@fw\//, '').replaceAll('/', '-')
}

function partOf({ name, doc, code }: PublicExport): string {
  return [`## ${name}`, toProse(doc), `\`\`\`ts\n${code}\n\`\`\``].filter(Boolean).join('\n\n')
}

/** A doc comment as Markdown: links become code, tags a list, and nothing is taken for HTML. */
function toProse(doc: string): string {
  return doc
    .replaceAll(/\{@link ([^}]+)\}/g, '`$1`')
    .replaceAll(/^@param (\w+) /gm, '- `$1`: ')
    .replaceAll(/^@(\w+) ?/gm, '- _$1_ ')
    .split(/(`[^`]*`)/)
    .map((part, place) => (place % 2 === 1 ? part : part.replaceAll('<', '&lt;')))
    .join('')
}
