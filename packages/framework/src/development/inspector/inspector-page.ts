import { Reply } from '../../message/reply.ts'
import { hashOf, palette } from '../explain/error-page.ts'

/** Returns the page at `/_fw`. It shows the data of the inspector's endpoints as text. */
export function inspectorPage(): Reply {
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>fw dev</title><style>${style}</style></head><body>` +
    '<header><h1>fw dev</h1><nav id="tabs" aria-label="Views"></nav></header>' +
    '<main id="view" tabindex="0"></main><aside id="detail" aria-label="Details" hidden></aside>' +
    `<script>${script}</script></body></html>`
  const policy =
    `default-src 'none'; connect-src 'self'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  return Reply.html(html, {
    headers: { 'content-security-policy': policy, 'cache-control': 'no-store' },
  })
}

const style = `${palette}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,sans-serif;display:grid;grid-template:auto 1fr/1fr auto;min-height:100vh}
header{grid-column:1/-1;display:flex;gap:1.5rem;align-items:baseline;padding:.75rem 1.25rem;border-bottom:1px solid var(--line);background:var(--card);flex-wrap:wrap}
h1{font-size:1.05rem;margin:0}h2{font-size:1rem;margin:.75rem 0;overflow-wrap:anywhere}h3{font-size:.8rem;color:var(--quiet);margin:1.25rem 0 .35rem}
nav{display:flex;gap:.25rem;flex-wrap:wrap}button{font:inherit;color:inherit;background:none;border:1px solid transparent;border-radius:6px;padding:.2rem .65rem;cursor:pointer}
button:hover{background:var(--page)}button[aria-current]{border-color:var(--line);background:var(--page);font-weight:600}aside button{border-color:var(--line)}
main{padding:1rem 1.25rem;min-width:0;overflow-x:auto}table{border-collapse:collapse;width:100%}th{font-size:.8rem;color:var(--quiet);font-weight:500;text-align:left}
th,td{padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}td:first-child{min-width:9rem}td:first-child button{padding:0;text-align:left;overflow-wrap:anywhere}
aside{width:min(46rem,50vw);border-left:1px solid var(--line);background:var(--card);padding:1rem 1.25rem;overflow:auto}.bad{color:var(--accent)}.quiet{color:var(--quiet)}
code,pre,td:first-child button{font:.8125rem/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:0;padding:.6rem .8rem;background:var(--page);border:1px solid var(--line);border-radius:6px;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}@media(max-width:60rem){body{grid-template:auto auto 1fr/1fr}aside{width:auto;grid-row:2;border-left:0;border-bottom:1px solid var(--line)}}`

const script = `
const view = document.querySelector('#view'), detail = document.querySelector('#detail'), tabs = document.querySelector('#tabs')
const el = (name, text, ...inner) => { const made = document.createElement(name); if (text !== undefined) made.textContent = text; made.append(...inner); return made }
const get = async (path) => { const answer = await fetch('/_fw/' + path); if (!answer.ok) throw new Error((await answer.json()).error); return answer.json() }
const show = (value) => typeof value === 'string' ? value : JSON.stringify(value, null, 2)
const table = (names, rows) => el('table', undefined, el('thead', undefined, el('tr', undefined, ...names.map((name) => el('th', name)))),
  el('tbody', undefined, ...rows.map((cells) => el('tr', undefined, ...cells.map((cell) => el('td', undefined, cell instanceof Node ? cell : el('span', String(cell ?? ''))))))))
const link = (text, open) => { const made = el('button', text); made.type = 'button'; made.onclick = open; return made }
const outcome = (entry) => { const made = el('span', String(entry.outcome ?? 'runs')); if (entry.outcome >= 400 || entry.outcome === 'failed') made.className = 'bad'; return made }
const time = (entry) => entry.milliseconds === undefined ? '' : entry.milliseconds + '\\u00a0ms'
let current = 'Activity', seen = ''
const views = {
  Activity: async () => { const { entries } = await get('state'); return table(['What', 'Kind', 'Outcome', 'Time', 'Began'], entries.map((entry) =>
    [link(entry.title, () => open(entry.id)), entry.kind, outcome(entry), time(entry), entry.at.slice(11, 23)])) },
  Routes: async () => { const { routes } = await get('state'); return table(['Route', 'Method', 'Source'], routes.map((route) => [el('code', route.method + ' ' + route.path), route.handler, el('code', route.at)])) },
  Services: async () => { const { services } = await get('state'); return table(['Class', 'Lives'], services.map(({ name, lifetime }) => [el('code', name), lifetime])) },
  Configuration: async () => { const { configuration } = await get('state'); return table(['Key', 'From'], configuration.map(({ key, from }) => [el('code', key), from])) },
  Log: async () => table(['Message', 'Level', 'At', 'Details'], (await get('log')).toReversed().map((line) => [line.message, line.level, line.at.slice(11, 23), el('code', line.details === undefined ? '' : show(line.details))])),
}
const told = (error) => error && [error.name + ': ' + error.message, error.file && error.file + ':' + error.line, error.excerpt, error.stack.join('\\n'), error.cause && 'Caused by ' + told(error.cause)].filter(Boolean).join('\\n\\n')
const part = (title, value) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? [] : [el('h3', title), el('pre', show(value))]
const open = async (id) => {
  const entry = await get('entries/' + id), facts = entry.facts ?? {}, { arguments: given, headers, body, answer, ...others } = facts
  const parts = [el('h2', entry.title), el('p', (entry.outcome ?? 'runs') + ' · ' + time(entry))]
  if (entry.kind === 'request') parts.push(link('Send again', async () => { const sent = await fetch('/_fw/send', { method: 'POST', body: JSON.stringify({ again: id }) }); await draw(); detail.append(...part('Sent again', await sent.json())) }))
  parts.push(...part('Error', told(entry.error)), ...part('Arguments', Object.keys(given ?? {}).length > 0 ? given : undefined), ...part('Facts', others), ...part('Statements', entry.statements.map((one) => [one.sql, one.milliseconds === undefined ? '' : '-- ' + one.milliseconds + ' ms', one.error].filter(Boolean).join('\\n')).join('\\n\\n')),
    ...part('Log', entry.lines.map((line) => line.level + ' ' + line.message + (line.details === undefined ? '' : ' ' + JSON.stringify(line.details))).join('\\n')),
    ...part('Body', body), ...part('Answer', answer?.body), ...part('Headers', headers?.map((pair) => pair.join(': ')).join('\\n')), ...part('Headers of the answer', answer?.headers.map((pair) => pair.join(': ')).join('\\n')))
  const close = link('Close', () => { detail.hidden = true })
  detail.replaceChildren(close, ...parts); detail.hidden = false
}
const draw = async () => {
  try { const made = await views[current](); if (made.outerHTML !== seen) { seen = made.outerHTML; view.replaceChildren(made) } }
  catch (error) { seen = ''; view.replaceChildren(el('p', 'The application does not answer: ' + error.message)) }
}
for (const name of Object.keys(views)) tabs.append(link(name, async () => { current = name; mark(); await draw() }))
const mark = () => { for (const tab of tabs.children) tab.textContent === current ? tab.setAttribute('aria-current', 'page') : tab.removeAttribute('aria-current') }
mark(); draw(); setInterval(() => document.hidden || draw(), 1500)`
