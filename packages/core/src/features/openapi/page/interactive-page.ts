import type { OpenApiDocument } from '../document.ts'
import { cookiePlugin } from './cookie-plugin.ts'
import { formPlugin } from './form-plugin.ts'
import { maxShown, pageShell } from './page-shell.ts'
import { readableDocument } from './readable-document.ts'
import { subtreePlugin } from './subtree-plugin.ts'

/** Returns the page with Swagger UI. */
export function interactivePage({ info, paths }: OpenApiDocument): string {
  const count = Object.values(paths).flatMap((item) => Object.keys(item)).length
  return pageShell({
    title: String(info['title']),
    styles: ['swagger-ui.css', 'page.css'],
    scripts: ['swagger-ui-bundle.js', 'start.js'],
    // Swagger UI adds its own main element.
    content: `    <div id="content" data-expansion="${count > maxShown ? 'none' : 'list'}">
      <noscript>The page needs JavaScript; the document does not.</noscript>
    </div>`,
  })
}

/** A separate file, because the page's content security policy forbids inline scripts. */
export const startScript = `const scheme = matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.classList.toggle('dark-mode', scheme.matches)
scheme.addEventListener('change', paint)
paint()

${readableDocument}
const updateJsonSpec = (update) => (spec) => update(readable(spec))

/** Finds operations by tag, method, path and summary. */
const opsFilter = (tags, phrase) =>
  tags
    .map((group, tag) =>
      group.update('operations', (operations) =>
        operations.filter((each) =>
          [tag, each.get('method'), each.get('path'), each.getIn(['operation', 'summary'])]
            .join(' ')
            .toLowerCase()
            .includes(phrase.toLowerCase()),
        ),
      ),
    )
    .filter((group) => group.get('operations').size > 0)

${formPlugin}
${cookiePlugin}
${subtreePlugin}
const { expansion } = document.querySelector('#content').dataset

const ui = SwaggerUIBundle({
  url: new URL('openapi.json', document.baseURI).href,
  dom_id: '#content',
  deepLinking: true,
  docExpansion: expansion,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
  filter: true,
  plugins: [
    { fn: { opsFilter }, statePlugins: { spec: { wrapActions: { updateJsonSpec } } } },
    formPlugin,
    cookiePlugin,
    subtreePlugin,
  ],
})

const filter = document.querySelector('#filter')

/**
 * Opens the groups that contain a match, and closes the others. Closes all if there are too many
 * matches.
 */
const openGroups = (phrase) => {
  const groups = ui.specSelectors.taggedOperations()
  const matching = phrase ? opsFilter(groups, phrase) : groups
  const count = matching.reduce((sum, group) => sum + group.get('operations').size, 0)
  const isOpen = phrase !== '' && count <= ${maxShown}
  // The action of Swagger UI would also write each group into the address.
  for (const tag of groups.keys()) {
    const payload = { thing: ['operations-tag', tag], shown: isOpen && matching.has(tag) }
    ui.getStore().dispatch({ type: 'layout_show', payload })
  }
}

filter.addEventListener('input', () => {
  const phrase = filter.value.trim()
  if (expansion === 'none') openGroups(phrase)
  ui.layoutActions.updateFilter(phrase || true)
})
`
