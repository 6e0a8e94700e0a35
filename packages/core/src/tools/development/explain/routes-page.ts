import { allNear } from '../../console/nearest.ts'
import { escapeHtml, renderDocument, type Page } from './error-page.ts'

/** A route for the page. */
export interface ShownRoute {
  readonly method: string
  readonly path: string
  /** The method, as `Class.method`. */
  readonly handler: string
}

/**
 * Returns the page for a path without a route: a welcome page for `/`, and the most similar routes for any other path,
 * followed by the list of all routes.
 */
export function renderRoutesPage(
  method: string,
  path: string,
  routes: readonly ShownRoute[],
): Page {
  const missing = `No route matches ${method} ${path}`
  if (path === '/') {
    return renderDocument(
      'The application is running',
      `${note(missing)}${example}${listOf('Routes', routes)}${links}`,
    )
  }
  const paths = allNear(path, [...new Set(routes.map((route) => route.path))]).slice(0, 5)
  const near = paths.flatMap((each) => routes.filter((route) => route.path === each))
  const suggestions = near.length > 0 ? listOf('Did you mean?', near) : ''
  return renderDocument(missing, `${suggestions}${listOf('Routes', routes)}${links}`)
}

function note(text: string): string {
  return `<p class="note">${escapeHtml(text)}</p>`
}

function listOf(title: string, routes: readonly ShownRoute[]): string {
  if (routes.length === 0) return ''
  const rows = routes.map(({ method, path, handler }) => {
    const shown = `<code>${escapeHtml(path)}</code>`
    const isLink = method === 'GET' && !path.includes('{')
    const pathHtml = isLink ? `<a href="${escapeHtml(path)}">${shown}</a>` : shown
    return `<tr><td><code>${method}</code></td><td>${pathHtml}</td><td>${escapeHtml(handler)}</td></tr>`
  })
  return `<section><h2>${escapeHtml(title)}</h2><div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(title)}"><table>${rows.join('')}</table></div></section>`
}

const example =
  '<section><h2>Add one</h2><pre tabindex="0" aria-label="Example">' +
  escapeHtml(`import { Get } from '@fw/core'

export class Home {
  @Get('/')
  show() {
    return { hello: 'world' }
  }
}`) +
  '</pre></section>'

const links =
  '<p>See the <a href="/docs">API documentation</a> and the <a href="/_fw">inspector</a>. ' +
  '<span class="note">Only a browser on this machine gets this page, from fw dev.</span></p>'
