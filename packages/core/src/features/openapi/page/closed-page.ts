import type { HttpRequest } from '../../../http/message/http-request.ts'
import type { Reply } from '../../../http/message/reply.ts'
import { acceptsPages } from '../../../http/message/weights.ts'

/** Replaces the body with an HTML page if a browser may not open `/docs`. The status and the challenge are kept. */
export function closedPage(reply: Reply, request: HttpRequest): Reply {
  const isRefused = reply.status === 401 || reply.status === 403
  if (!isRefused || !acceptsPages(request.header('accept'))) return reply
  return reply
    .withoutHeader('content-length')
    .replacingHeader('content-type', 'text/html; charset=utf-8')
    .replacingHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .vary('Accept')
    .withBody(page)
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>The API documentation is closed</title>
  </head>
  <body>
    <main>
      <h1>The API documentation is closed</h1>
      <p>Only authenticated callers can read it, as the application requires.</p>
      <p>To open it to everybody, set <code>FW_OPENAPI=public</code>. <code>FW_OPENAPI=false</code> removes it.</p>
    </main>
  </body>
</html>
`
