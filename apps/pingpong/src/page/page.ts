export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Ping / Pong</title>
    <style>
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
      body { margin: 0 auto; max-width: 40rem; padding: 2rem 1rem; }
      h1 { font-size: 1.5rem; margin: 0 0 1rem; }
      button { font: inherit; padding: 0.5rem 1rem; border-radius: 0.5rem; border: 1px solid; cursor: pointer; }
      dl { display: grid; grid-template-columns: repeat(4, 1fr); gap: 0.5rem; margin: 1.5rem 0; }
      dl div { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 0.5rem; padding: 0.5rem; text-align: center; }
      dd { margin: 0; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
    </style>
  </head>
  <body>
    <h1>Ping / Pong</h1>
    <button id="direct" type="button">Ping, answered at once</button>
    <p id="state" role="status"></p>
    <dl>
      <div><dt>total</dt><dd id="total">–</dd></div>
      <div><dt>direct</dt><dd id="count-direct">–</dd></div>
      <div><dt>queued</dt><dd id="count-queued">–</dd></div>
      <div><dt>cron</dt><dd id="count-cron">–</dd></div>
    </dl>
    <script type="module">
      const element = (id) => document.getElementById(id)
      async function refresh() {
        const { total, counts } = await (await fetch('/pong/tally')).json()
        element('total').textContent = total
        for (const [scenario, count] of Object.entries(counts)) element('count-' + scenario).textContent = count
      }
      element('direct').addEventListener('click', async () => {
        const response = await fetch('/pong/direct', { method: 'POST' })
        element('state').textContent = response.ok ? 'Pong.' : 'The ping failed with status ' + response.status + '.'
        await refresh()
      })
      await refresh()
    </script>
  </body>
</html>
`
