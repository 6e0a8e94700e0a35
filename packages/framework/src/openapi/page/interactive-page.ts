import type { OpenApiDocument } from '../document.ts'
import { formPlugin } from './form-plugin.ts'
import { pageShell } from './page-shell.ts'

/** Returns the page with Swagger UI. */
export function interactivePage({ info }: OpenApiDocument): string {
  return pageShell({
    title: String(info['title']),
    styles: ['swagger-ui.css', 'page.css'],
    scripts: ['swagger-ui-bundle.js', 'start.js'],
    // Swagger UI adds its own main element.
    content: `    <div id="content">
      <noscript>The page needs JavaScript; the document does not.</noscript>
    </div>`,
  })
}

/** A separate file, because the page's policy forbids inline scripts. */
export const startScript = `const scheme = matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.classList.toggle('dark-mode', scheme.matches)
scheme.addEventListener('change', paint)
paint()

/** A server that is relative to the document is shown by its whole address. */
const wholeAddress = (server) =>
  server.url.startsWith('.')
    ? { ...server, url: new URL(server.url, document.baseURI).href.replace(/\\/$/, '') }
    : server

const updateJsonSpec = (update) => (spec) =>
  update({ ...spec, ...(spec.servers && { servers: spec.servers.map(wholeAddress) }) })

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
const ui = SwaggerUIBundle({
  url: new URL('openapi.json', document.baseURI).href,
  dom_id: '#content',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
  filter: true,
  plugins: [
    { fn: { opsFilter }, statePlugins: { spec: { wrapActions: { updateJsonSpec } } } },
    formPlugin,
  ],
})

const filter = document.querySelector('#filter')
filter.addEventListener('input', () => ui.layoutActions.updateFilter(filter.value.trim() || true))
`
