import { createHash } from 'node:crypto'

/** True if the client is a browser that shows the response. */
export function wantsPage(accept = ''): boolean {
  return /\btext\/html\b/.test(accept)
}

/** A section of the error page. */
export interface Section {
  readonly code: string
  readonly text: string
  /** The remedy. */
  readonly remedy?: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly excerpt?: string
  /** The call stack. */
  readonly frames?: readonly string[]
}

/**
 * Returns the page with its Content-Security-Policy. The page loads no files. With `next`, it reloads as soon as that path
 * responds.
 */
export function renderPage(
  { error, problems }: { readonly error: string; readonly problems: readonly Section[] },
  next?: string,
): { readonly html: string; readonly policy: string } {
  const script = next && `fetch(${JSON.stringify(next)}).then(() => location.reload())`
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escapeHtml(error)}</title><style>${style}</style></head><body><main>` +
    `<h1>${escapeHtml(error)}</h1>${problems.map(renderSection).join('')}` +
    `${next ? '<p class="note" role="status">This page looks again after the next change.</p>' : ''}` +
    `</main>${script ? `<script>${script}</script>` : ''}</body></html>`
  const scripts = script ? `script-src ${hashOf(script)}; connect-src 'self'; ` : ''
  const policy = `default-src 'none'; ${scripts}style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { html, policy }
}

function renderSection({ code, text, remedy = '', ...section }: Section): string {
  const { file, line, column, excerpt, frames } = section
  const place = file && [file, line, column].filter((part) => part !== undefined).join(':')
  return (
    `<section><h2><code>${escapeHtml(code)}</code></h2>` +
    `<p class="text">${escapeHtml(text)}</p>` +
    `${text.includes(remedy) ? '' : `<p class="text">${escapeHtml(remedy)}</p>`}` +
    `${place ? `<p class="place"><code>${escapeHtml(place)}</code></p>` : ''}` +
    `${excerpt ? `<pre tabindex="0" aria-label="Source">${markLine(excerpt)}</pre>` : ''}` +
    `${frames?.length ? renderFrames(frames) : ''}</section>`
  )
}

function renderFrames(frames: readonly string[]): string {
  const items = frames.map((frame) => `<li><code>${escapeHtml(frame)}</code></li>`)
  return `<details><summary>Called from</summary><ol>${items.join('')}</ol></details>`
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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

/** Returns the hash of an inline script or style for a Content-Security-Policy. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The colours of all pages, light and dark. */
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
.note{color:var(--quiet);font-size:.9rem}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`
