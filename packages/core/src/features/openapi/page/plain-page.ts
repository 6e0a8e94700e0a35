import type { JsonSchema } from '../../../data/validation/json-schema.ts'
import type { ResponseObject } from '../../../data/schema/operation.ts'
import type { OpenApiDocument } from '../document.ts'
import { operationHtml, responseHtml, type ShownOperation } from './operation-html.ts'
import { escapeHtml, maxShown, pageShell } from './page-shell.ts'
import { anchorOf, keywordsHtml, paragraphsHtml, schemaHtml } from './schema-html.ts'

/** Returns a page with the operations and schemas of a document. It needs no script except for the filter. */
export function plainPage(document: OpenApiDocument): string {
  const { info } = document
  const components = document.components as Components
  const title = `${String(info['title'])} ${String(info['version'])}`
  return pageShell({
    title,
    styles: ['page.css'],
    scripts: ['list.js'],
    content: `    <main id="content" class="plain">
<h1>${escapeHtml(title)}</h1>
<p>Install <code>swagger-ui-dist</code> to try out the operations on this page.</p>
${paragraphsHtml(info['description'])}
${groupsHtml(document, components.responses)}
${componentsHtml(components)}
    </main>`,
  })
}

interface Components {
  readonly schemas?: Readonly<Record<string, JsonSchema>>
  readonly responses?: Readonly<Record<string, ResponseObject>>
  readonly securitySchemes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Returns the operations by tag. If there are many, the groups are collapsed. */
function groupsHtml(
  { paths, tags = [], security = [] }: OpenApiDocument,
  responses: Components['responses'] = {},
): string {
  const groups = new Map<string, ShownOperation[]>(tags.map(({ name }) => [name, []]))
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  )
  for (const shown of operations) {
    const { tags: names } = shown.operation
    for (const name of names.length > 0 ? names : ['Other operations']) {
      groups.set(name, [...(groups.get(name) ?? []), shown])
    }
  }
  const descriptions = new Map(tags.map(({ name, description }) => [name, description]))
  const open = operations.length > maxShown ? '' : ' open'
  return Array.from(groups, ([name, members]) => {
    if (members.length === 0) return ''
    const items = members.map((each) => operationHtml(each, { security, responses })).join('\n')
    return `<details class="group"${open}>
<summary><h2>${escapeHtml(name)}</h2></summary>
${paragraphsHtml(descriptions.get(name))}
${items}
</details>`
  }).join('\n')
}

function componentsHtml({
  securitySchemes = {},
  responses = {},
  schemas = {},
}: Components): string {
  const schemes = Object.entries(securitySchemes).map(([name, { description, ...keywords }]) =>
    articleHtml(name, keywordsHtml(keywords) + paragraphsHtml(description)),
  )
  const shared = Object.entries(responses).map(([name, response]) => {
    const content = paragraphsHtml(response.description) + responseHtml(response)
    return articleHtml(name, content, anchorOf('responses', name))
  })
  const types = Object.entries(schemas).map(([name, schema]) =>
    articleHtml(name, schemaHtml(schema), anchorOf('schemas', name)),
  )
  return [
    sectionHtml('Authentication', schemes),
    sectionHtml('Shared responses', shared),
    sectionHtml('Schemas', types),
  ].join('\n')
}

function sectionHtml(title: string, articles: readonly string[]): string {
  if (articles.length === 0) return ''
  return `<section>\n<h2>${title}</h2>\n${articles.join('\n')}\n</section>`
}

function articleHtml(title: string, content: string, id = ''): string {
  return `<article${id && ` id="${id}"`}>\n<h3>${escapeHtml(title)}</h3>\n${content}\n</article>`
}

/** Filters the operations by tag, method, path and summary. */
export const listScript = `const filter = document.querySelector('#filter')
const groups = [...document.querySelectorAll('.group')]
const wereOpen = groups.some((group) => group.open)
const textOf = (element) => element.querySelector('summary').textContent.toLowerCase()
filter.addEventListener('input', () => {
  const phrase = filter.value.trim().toLowerCase()
  for (const group of groups) {
    const operations = [...group.querySelectorAll('.operation')]
    for (const each of operations) each.hidden = !(textOf(group) + ' ' + textOf(each)).includes(phrase)
    group.hidden = operations.every((each) => each.hidden)
    group.open = phrase !== '' || wereOpen
  }
})
`
