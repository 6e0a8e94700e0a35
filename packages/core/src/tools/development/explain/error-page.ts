import { createHash } from 'node:crypto'
import type { Editor } from './editor.ts'
import type { Frame } from './source-location.ts'
import { counted } from '../../console/counted.ts'

/** A section of the error page. */
export interface Section {
  readonly code: string
  readonly text: string
  /** The advice on how to fix the error. */
  readonly remedy?: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly excerpt?: string
  /** The call stack. */
  readonly frames?: readonly Frame[]
}

/** A page with its Content-Security-Policy. It loads no files. */
export interface Page {
  readonly html: string
  readonly policy: string
}

/** Open pages request this path. The response ends when there is something new to show. */
export const nextPath = '/_fw/next'

/** Reloads the page after the next change, once the server responds again. */
const reloadScript = `(async () => {
  const next = await fetch('${nextPath}')
  await next.text().catch(() => '')
  for (let attempt = 0; attempt < 40; attempt++) {
    if (await fetch('/_fw/log').catch(() => undefined)) return location.reload()
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
})().catch(() => undefined)`

/** Options of the page for errors. */
export interface ErrorPageOptions {
  readonly editor?: Editor | undefined
  /** True to reload the page after the next change. */
  readonly reloads: boolean
  /** The failed request, and the URL of its entry in the inspector. */
  readonly request?: { readonly title: string; readonly entry: string | undefined }
}

/** Returns the page for errors. */
export function renderPage(
  { error, problems }: { readonly error: string; readonly problems: readonly Section[] },
  { editor, reloads, request }: ErrorPageOptions,
): Page {
  const sections = problems.map((problem) => renderSection(problem, editor))
  const note = '<p class="note" role="status">This page reloads after the next change.</p>'
  const body = [request ? renderRequest(request) : '', ...sections, reloads ? note : '']
  return renderDocument(error, body.join(''), reloads ? reloadScript : undefined)
}

function renderRequest({ title, entry }: { title: string; entry: string | undefined }): string {
  const link = entry ? ` <a href="${escapeHtml(entry)}">Show it in the inspector</a>` : ''
  return `<p class="place"><code>${escapeHtml(title)}</code>${link}</p>`
}

/** Returns a page with a heading, the HTML below it, and a script. */
export function renderDocument(title: string, body: string, script?: string): Page {
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${style}</style></head><body><main>` +
    `<h1>${escapeHtml(title)}</h1>${body}</main>${script ? `<script>${script}</script>` : ''}</body></html>`
  const scripts = script ? `script-src ${hashOf(script)}; connect-src 'self'; ` : ''
  const policy = `default-src 'none'; ${scripts}style-src ${hashOf(style)}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { html, policy }
}

function renderSection({ code, text, remedy = '', ...section }: Section, editor?: Editor): string {
  const { file, line, column, excerpt, frames } = section
  const location = file && [file, line, column].filter((part) => part !== undefined).join(':')
  const applicationFrames = frames?.filter((frame) => frame.file !== undefined) ?? []
  const otherFrames = frames?.filter((frame) => frame.file === undefined) ?? []
  return (
    `<section><h2><code>${escapeHtml(code)}</code></h2>` +
    `<p class="text">${escapeHtml(text)}</p>` +
    `${text.includes(remedy) ? '' : `<p class="text">${escapeHtml(remedy)}</p>`}` +
    `${location ? `<p class="place">${linked(location, section, editor)}</p>` : ''}` +
    `${excerpt ? `<pre tabindex="0" aria-label="Source">${markLine(excerpt)}</pre>` : ''}` +
    `${applicationFrames.length > 0 ? renderFrames(applicationFrames, editor) : ''}` +
    `${otherFrames.length > 0 ? `<details><summary>${countOf(otherFrames)}</summary>${renderFrames(otherFrames)}</details>` : ''}</section>`
  )
}

function countOf({ length }: readonly Frame[]): string {
  return `${counted(length, 'frame')} of packages and Node`
}

function renderFrames(frames: readonly Frame[], editor?: Editor): string {
  const items = frames.map((frame) => `<li>${linked(frame.text, frame, editor)}</li>`)
  return `<ol>${items.join('')}</ol>`
}

/** Formats a string as `<code>`, with a link that opens its location in the editor, if one is configured. */
function linked(text: string, { file, line, column }: Partial<Frame>, editor?: Editor): string {
  const shown = `<code>${escapeHtml(text)}</code>`
  const address = file === undefined ? undefined : editor?.(file, line, column)
  return address === undefined ? shown : `<a href="${escapeHtml(address)}">${shown}</a>`
}

function markLine(excerpt: string): string {
  return excerpt
    .split('\n')
    .map((line) => (line.startsWith('>') ? `<mark>${escapeHtml(line)}</mark>` : escapeHtml(line)))
    .join('\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escapes text for HTML, also inside attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

/** Returns the hash of an inline script or style for a Content-Security-Policy. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The colours of all pages, in light and dark mode. */
export const palette = `:root{color-scheme:light dark;--text:light-dark(#1c1d22,#e7e7ea);--quiet:light-dark(#5b5e68,#a2a5b0);--page:light-dark(#f6f6f7,#15161a);
--card:light-dark(#fff,#1d1f25);--line:light-dark(#dfe0e4,#33363f);--accent:light-dark(#b3261e,#ff8a80);--mark:light-dark(#fdecea,#4a2320)}`

const style = `${palette}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--text);font:16px/1.55 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:clamp(1rem,5vw,4rem) 1rem}
h1{font-size:clamp(1.4rem,4vw,2rem);line-height:1.25;margin:0 0 1.5rem;text-wrap:balance;overflow-wrap:anywhere}
section{background:var(--card);border:1px solid var(--line);border-top:3px solid var(--accent);border-radius:8px;padding:1.25rem 1.5rem;margin:0 0 1.25rem}
h2{font-size:.95rem;margin:0 0 .5rem;color:var(--accent)}p{margin:0 0 .75rem}
.text{white-space:pre-wrap;overflow-wrap:anywhere}.place{color:var(--quiet);font-size:.9rem;overflow-wrap:anywhere}
code,pre{font:0.875rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:0 0 .75rem;padding:.75rem 0;overflow-x:auto;border:1px solid var(--line);border-radius:6px;background:var(--page)}
pre,mark{display:block;white-space:pre}pre{padding-inline:1rem}mark{display:inline-block;min-width:100%;background:var(--mark);color:inherit;font-weight:600}
summary{cursor:pointer;color:var(--quiet);font-size:.9rem}ol{margin:.5rem 0 0;padding-left:1.75rem;color:var(--quiet)}li{overflow-wrap:anywhere}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}td{padding:.3rem 1rem .3rem 0;vertical-align:top}a{color:inherit}
.note{color:var(--quiet);font-size:.9rem}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`
