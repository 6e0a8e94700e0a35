const element = (id) => document.getElementById(id)

/** The scenario of each ping that the page has seen; the first and the queue's stage do not name it. */
const scenarios = new Map()
const mostEvents = 200
/** The timer of each track that is still lit. */
const dimming = new Map()
/** How long a finished ping stays lit, in milliseconds. */
const afterglow = 1500

const { key, host, port } = JSON.parse(element('socket').textContent)
const pusher = new Pusher(key, {
  wsHost: host,
  wsPort: port,
  cluster: '',
  forceTLS: false,
  enabledTransports: ['ws'],
  disableStats: true,
  unavailableTimeout: 3000,
})

pusher.connection.bind('state_change', ({ previous, current }) => {
  const connection = element('connection')
  connection.dataset.state = current
  if (current === 'connected') {
    connection.textContent = 'connected'
    void refresh()
  } else if (previous === 'connected' || current === 'unavailable') {
    connection.textContent = 'not connected'
  }
})
// By itself it would wait longer and longer, up to a minute.
pusher.connection.bind('unavailable', () => {
  pusher.disconnect()
  pusher.connect()
})
pusher.subscribe('ping-pong').bind('action', show)

for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', () => ping(button.dataset.path))
}
void refresh()

async function ping(path) {
  try {
    const response = await fetch(path, { method: 'POST' })
    element('problem').textContent = response.ok
      ? ''
      : `The ping failed: status ${response.status}.`
  } catch {
    element('problem').textContent = 'The ping failed: the application does not respond.'
  }
  if (pusher.connection.state !== 'connected') await refresh()
}

async function refresh() {
  const response = await fetch('/pong/tally').catch(() => undefined)
  if (!response?.ok) return
  const { total, counts } = await response.json()
  element('total').textContent = total
  for (const [scenario, count] of Object.entries(counts)) {
    element(`count-${scenario}`).textContent = count
  }
}

function show({ stage, id, scenario }) {
  if (scenario) scenarios.set(id, scenario)
  const line = document.createElement('li')
  line.textContent = scenario ? `#${id} ${stage} (${scenario})` : `#${id} ${stage}`
  line.dataset.id = id
  element('events').prepend(line)
  while (element('events').children.length > mostEvents) element('events').lastChild.remove()
  colour(id)
  light(id, stage)
  if (stage === 'db' || stage === 'socket') void refresh()
  if (stage === 'socket') scenarios.delete(id)
}

/** Lines that came before the scenario was known get its colour too. */
function colour(id) {
  const scenario = scenarios.get(id)
  if (!scenario) return
  for (const line of document.querySelectorAll(`#events li[data-id="${id}"]`)) {
    line.dataset.scenario = scenario
  }
}

function light(id, stage) {
  const scenario = scenarios.get(id)
  const track = document.querySelector(`article[data-scenario="${scenario}"]`)
  if (!track) return
  for (const step of track.querySelectorAll('li')) {
    step.toggleAttribute('data-reached', true)
    if (step.dataset.stage === stage) break
  }
  clearTimeout(dimming.get(track))
  if (stage === 'socket') dimming.set(track, setTimeout(dim, afterglow, track))
}

function dim(track) {
  for (const step of track.querySelectorAll('li')) step.removeAttribute('data-reached')
}
