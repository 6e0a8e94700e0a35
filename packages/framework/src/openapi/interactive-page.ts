import type { OpenApiDocument } from './document.ts'
import { escapeHtml } from './escape-html.ts'

/** The shell that Swagger UI fills. All addresses are relative, so that it works behind any prefix. */
export function interactivePage({ info }: OpenApiDocument): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(String(info['title']))}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <main id="operations"></main>
    <noscript>The page needs JavaScript; the <a href="openapi.json">document</a> does not.</noscript>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`
}

/** A file of its own, because the page's policy runs no script that stands in the page. */
export const startScript = `SwaggerUIBundle({
  url: new URL('openapi.json', document.baseURI).href,
  dom_id: '#operations',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
})
`
