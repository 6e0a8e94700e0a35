import type { OpenApiDocument } from '../document.ts'
import { escapeHtml, pageShell } from './page-shell.ts'

/** Returns a page with the list of operations. */
export function plainPage({ info, paths }: OpenApiDocument): string {
  const title = `${String(info['title'])} ${String(info['version'])}`
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, { summary }]) =>
        `        <li><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(summary)}</li>`,
    ),
  )
  return pageShell({
    title,
    styles: ['page.css'],
    scripts: ['list.js'],
    content: `    <main id="content">
      <h1>${escapeHtml(title)}</h1>
      <p>Install <code>swagger-ui-dist</code> to try out the operations on this page.</p>
      <ul>
${operations.join('\n')}
      </ul>
    </main>`,
  })
}

/** The filter of the list. */
export const listScript = `const filter = document.querySelector('#filter')
const items = [...document.querySelectorAll('li')]
filter.addEventListener('input', () => {
  const phrase = filter.value.trim().toLowerCase()
  for (const item of items) item.hidden = !item.textContent.toLowerCase().includes(phrase)
})
`
