import { Reply } from '../../../http/message/reply.ts'
import { hashOf, palette } from '../explain/error-page.ts'
import { inspectorScript } from './inspector-script.ts'

/** Returns the page at `/_fw`. It shows the data of the inspector's endpoints as text. */
export function inspectorPage(): Reply {
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>fw dev</title><link rel="icon" href="data:,"><style>${style}</style></head><body>` +
    '<header><h1>fw dev</h1><nav id="tabs" aria-label="Views"></nav>' +
    '<input type="search" id="filter" placeholder="Filter" aria-label="Filter"></header>' +
    '<main id="view" tabindex="0"></main><aside id="detail" aria-label="Details" hidden></aside>' +
    `<script>${inspectorScript}</script></body></html>`
  const policy =
    `default-src 'none'; connect-src 'self'; img-src data:; script-src ${hashOf(inspectorScript)}; style-src ${hashOf(style)}; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  return Reply.html(html, {
    headers: { 'content-security-policy': policy, 'cache-control': 'no-store' },
  })
}

const style = `${palette}
*{box-sizing:border-box}[hidden]{display:none!important}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,sans-serif;display:grid;grid-template:auto 1fr/1fr auto;min-height:100vh}
header{grid-column:1/-1;display:flex;gap:.5rem 1.5rem;align-items:center;padding:.75rem 1.25rem;border-bottom:1px solid var(--line);background:var(--card);flex-wrap:wrap}
h1{font-size:1.05rem;margin:0}h2{font-size:1rem;margin:.75rem 0;overflow-wrap:anywhere}h3{font-size:.8rem;color:var(--quiet);margin:1.25rem 0 .35rem}
nav{display:flex;gap:.25rem;flex-wrap:wrap}nav a,button{font:inherit;color:inherit;text-decoration:none;background:none;border:1px solid transparent;border-radius:6px;padding:.2rem .65rem;cursor:pointer}
nav a:hover,button:hover{background:var(--page)}nav a[aria-current]{border-color:var(--line);background:var(--page);font-weight:600}aside button{border-color:var(--line)}
input{flex:1 1 10rem;max-width:24rem;margin-left:auto;font:inherit;color:inherit;background:var(--page);border:1px solid var(--line);border-radius:6px;padding:.25rem .65rem}
main{padding:1rem 1.25rem;min-width:0;overflow-x:auto}table{border-collapse:collapse;width:100%}th{font-size:.8rem;color:var(--quiet);font-weight:500;text-align:left}
th,td{padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}td:first-child{min-width:9rem}td a{color:inherit}
aside{position:sticky;top:0;max-height:100vh;width:min(46rem,50vw);border-left:1px solid var(--line);background:var(--card);padding:1rem 1.25rem;overflow:auto}.bad{color:var(--accent)}.quiet{color:var(--quiet)}
code,pre,td a{font:.8125rem/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:0;padding:.6rem .8rem;background:var(--page);border:1px solid var(--line);border-radius:6px;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media(max-width:60rem){body{grid-template:auto auto 1fr/1fr}aside{position:static;max-height:none;width:auto;grid-row:2;border-left:0;border-bottom:1px solid var(--line)}}
@media(max-width:30rem){header,main,aside{padding-inline:.75rem}input{max-width:none}th,td{padding-right:.5rem}th:nth-child(n+4),td:nth-child(n+4){display:none}td:first-child{min-width:0}}`
