import type { SocketSettings } from '../live/socket-settings.ts'

/** The page that shows every ping on its way. */
export function createPage({ key, browserHost, browserPort }: SocketSettings): string {
  const socket = JSON.stringify({ key, host: browserHost, port: browserPort }).replaceAll(
    '<',
    '\\u003c',
  )
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Ping / Pong</title>
    <link rel="icon" href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><circle cx='8' cy='8' r='7' fill='%230b6bcb'/></svg>" />
    <link rel="stylesheet" href="/assets/page.css" />
    <script id="socket" type="application/json">${socket}</script>
    <script src="/assets/pusher.js" defer></script>
    <script src="/assets/page.js" type="module"></script>
  </head>
  <body>
    <header>
      <h1>Ping <span aria-hidden="true">⇄</span> Pong</h1>
      <p id="connection" role="status" data-state="connecting">connecting</p>
    </header>

    <main>
      <section class="actions" aria-label="Send a ping">
        <button id="direct" type="button" data-path="/pong/direct">
          <strong>Ping directly</strong><small>answered within the request</small>
        </button>
        <button id="queued" type="button" data-path="/pong/queued">
          <strong>Ping by the queue</strong><small>answered by a worker 5 seconds later</small>
        </button>
      </section>
      <p id="problem" role="alert"></p>

      <section class="tracks" aria-label="Pings by scenario">
        ${track('direct', ['db', 'app', 'socket'])}
        ${track('queued', ['db', 'app', 'queue', 'socket'])}
        ${track('cron', ['db', 'cron', 'socket'])}
      </section>

      <section>
        <h2>Live <small><span id="total">–</span> pings so far</small></h2>
        <ol id="events" aria-live="polite"></ol>
        <p id="empty">Nothing yet. A ping of the cron loop arrives every 5 seconds.</p>
      </section>
    </main>
  </body>
</html>
`
}

function track(scenario: string, stages: readonly string[]): string {
  const steps = stages.map((stage) => `<li data-stage="${stage}">${stage}</li>`).join('')
  return `<article data-scenario="${scenario}"><h2>${scenario} <span id="count-${scenario}">–</span></h2><ol>${steps}</ol></article>`
}
