import type { OpenApiDocument } from './document.ts'
import { escapeHtml } from './escape-html.ts'

/** The operations as a list, without a script. */
export function plainPage({ info, paths }: OpenApiDocument): string {
  const title = escapeHtml(`${String(info['title'])} ${String(info['version'])}`)
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, { summary }]) =>
        `      <li><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(summary)}</li>`,
    ),
  )
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <h1>${title}</h1>
    <p>The whole description is <a href="openapi.json">openapi.json</a>.
      Install <code>swagger-ui-dist</code> beside fw to try the operations out on this page.</p>
    <ul>
${operations.join('\n')}
    </ul>
  </body>
</html>
`
}
