/** The maximum number of operations that a page shows expanded. With more, their groups are collapsed. */
export const maxShown = 50

interface PageParts {
  readonly title: string
  /** Style sheets and scripts, by their names below `docs/`. */
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
  /** The HTML of the element with the id `content`. */
  readonly content: string
}

/**
 * Returns a page with the filter and the links to the document. All URLs are relative, so it works behind any prefix.
 */
export function pageShell({ title, styles, scripts, content }: PageParts): string {
  const sheets = styles.map((name) => `    <link rel="stylesheet" href="docs/${name}">`)
  const programs = scripts.map((name) => `    <script src="docs/${name}"></script>`)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,">
${sheets.join('\n')}
  </head>
  <body>
    <nav>
      <input type="search" id="filter" placeholder="Filter operations" aria-label="Filter operations">
      <a href="openapi.json">openapi.json</a>
      <a href="docs/openapi.yaml">openapi.yaml</a>
    </nav>
${content}
${programs.join('\n')}
  </body>
</html>
`
}

export const pageStyle = `html {
  background: Canvas;
  font-family: sans-serif;
}
html.dark-mode {
  color: #e4e6e6;
}
body {
  margin: 0 auto;
  max-width: 1460px;
}
nav {
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1rem;
  padding: 1rem 20px 0;
}
nav input {
  flex: 1 1 12rem;
  font: inherit;
  min-width: 0;
  padding: 0.4rem 0.6rem;
}
#content {
  padding: 0 20px;
}
#content .swagger-ui .wrapper {
  padding: 0;
}
/* Swagger UI's own colours have too little contrast on white. */
html:not(.dark-mode) .swagger-ui :is(a.link, .info a, .url) {
  color: #1f5fa8;
}
html:not(.dark-mode) .swagger-ui .info .title small {
  background: #565d6b;
}
html:not(.dark-mode) .swagger-ui .info .title small.version-stamp {
  background: #4a6b00;
}
html:not(.dark-mode) .swagger-ui .btn.execute {
  background: #1f5fa8;
  border-color: #1f5fa8;
}
html:not(.dark-mode) .swagger-ui .btn.cancel {
  border-color: #b3261e;
  color: #b3261e;
}
html:not(.dark-mode) .swagger-ui .btn.authorize {
  border-color: #146c43;
  color: #146c43;
}
html:not(.dark-mode) .swagger-ui :is(.parameter__in, .json-schema-2020-12-expand-deep-button) {
  color: #565d6b;
}
html:not(.dark-mode) .swagger-ui .opblock-get .opblock-summary-method {
  background: #1f5fa8;
}
html:not(.dark-mode) .swagger-ui .opblock-post .opblock-summary-method {
  background: #146c43;
}
html:not(.dark-mode) .swagger-ui .opblock-put .opblock-summary-method {
  background: #8f4d00;
}
html:not(.dark-mode) .swagger-ui .opblock-delete .opblock-summary-method {
  background: #b3261e;
}
html:not(.dark-mode) .swagger-ui .opblock-patch .opblock-summary-method {
  background: #0d655a;
}
html:not(.dark-mode) .swagger-ui .opblock-head .opblock-summary-method {
  background: #6d28b8;
}
html.dark-mode .swagger-ui .btn.try-out__btn.cancel {
  color: #ff8a80;
}
/* Swagger UI's own filter searches only tags. */
.swagger-ui .filter {
  display: none;
}
`

/** Escapes a string for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => entities[character] as string)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
