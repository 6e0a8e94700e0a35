/** The script of the page at `/_fw`. The hash of its URL is `#/Routes` for a view, and `#/entries/7` for an entry. */
export const inspectorScript = `
const view = document.querySelector('#view'), detail = document.querySelector('#detail'), tabs = document.querySelector('#tabs'), filter = document.querySelector('#filter')
const el = (name, text, ...inner) => {
  const made = document.createElement(name)
  if (text !== undefined) made.textContent = text
  made.append(...inner)
  return made
}
const load = async (path) => {
  const response = await fetch('/_fw/' + path)
  if (!response.ok) throw new Error((await response.json()).error)
  return response.json()
}
const show = (value) => typeof value === 'string' ? value : JSON.stringify(value, null, 2)
const code = (text) => el('code', text)
const link = (text, hash) => {
  const made = el('a', text)
  made.href = hash
  return made
}
const button = (text, press) => {
  const made = el('button', text)
  made.type = 'button'
  made.onclick = press
  return made
}
const cell = (content) => el('td', undefined, content instanceof Node ? content : el('span', String(content ?? '')))
const table = (names, rows) => {
  const head = el('tr', undefined, ...names.map((name) => el('th', name)))
  const body = rows.map((cells) => el('tr', undefined, ...cells.map(cell)))
  return el('table', undefined, el('thead', undefined, head), el('tbody', undefined, ...body))
}
const result = (entry) => {
  const made = el('span', String(entry.outcome ?? 'running'))
  if (entry.outcome >= 400 || entry.outcome === 'failed') made.className = 'bad'
  return made
}
const time = (entry) => entry.milliseconds === undefined ? '' : entry.milliseconds + '\\u00a0ms'

const views = {
  Activity: async () => table(['Operation', 'Result', 'Time', 'Kind', 'Start'], (await load('state')).entries.map((entry) =>
    [link(entry.title, '#/entries/' + entry.id), result(entry), time(entry), entry.kind, entry.at.slice(11, 23)])),
  Routes: async () => table(['Route', 'Method', 'Source'], (await load('state')).routes.map((route) =>
    [code(route.method + ' ' + route.path), route.handler, code(route.at)])),
  Services: async () => table(['Class', 'Lifetime'], (await load('state')).services.map(({ name, lifetime }) => [code(name), lifetime])),
  Configuration: async () => table(['Key', 'From'], (await load('state')).configuration.map(({ key, from }) => [code(key), from])),
  Log: async () => table(['Message', 'Level', 'Time', 'Details'], (await load('log')).toReversed().map((line) =>
    [line.message, line.level, line.at.slice(11, 23), code(line.details === undefined ? '' : show(line.details))])),
}

const explained = (error) => error && [error.name + ': ' + error.message, error.file && error.file + ':' + error.line, error.excerpt, error.stack.join('\\n'), error.cause && 'Caused by ' + explained(error.cause)].filter(Boolean).join('\\n\\n')
const part = (title, value) => {
  const isEmpty = value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
  return isEmpty ? [] : [el('h3', title), el('pre', show(value))]
}
const lines = (pairs) => pairs?.map((pair) => pair.join(': ')).join('\\n')
const query = (one) => [one.sql, one.milliseconds === undefined ? '' : '-- ' + one.milliseconds + ' ms', one.error].filter(Boolean).join('\\n')
const logLine = (line) => line.level + ' ' + line.message + (line.details === undefined ? '' : ' ' + JSON.stringify(line.details))

const actions = (id) => {
  const status = el('span')
  status.setAttribute('role', 'status')
  const again = button('Send again', async () => {
    const sent = await fetch('/_fw/send', { method: 'POST', body: JSON.stringify({ again: id }) })
    await draw()
    detail.append(...part('Sent again', await sent.json()))
  })
  const copy = button('Copy as curl', async () => {
    try {
      await navigator.clipboard.writeText((await load('entries/' + id + '/curl')).command)
      status.textContent = 'Copied, with its secrets.'
    } catch (error) {
      status.textContent = error.message
    }
  })
  return el('p', undefined, again, ' ', copy, ' ', status)
}

const close = () => { location.hash = '#/' + current }
const open = async (id) => {
  const entry = await load('entries/' + id), { arguments: values, headers, body, response, ...others } = entry.facts ?? {}
  const parts = [
    el('h2', entry.title),
    el('p', undefined, result(entry), ' · ' + time(entry)),
    ...(entry.kind === 'request' ? [actions(id)] : []),
    ...part('Error', explained(entry.error)), ...part('Arguments', values), ...part('Facts', others),
    ...part('Queries', entry.statements.map(query).join('\\n\\n')), ...part('Log', entry.lines.map(logLine).join('\\n')),
    ...part('Request body', body), ...part('Response body', response?.body), ...part('Request headers', lines(headers)),
    ...part('Response headers', lines(response?.headers)),
  ]
  detail.replaceChildren(button('Close', close), ...parts)
  detail.hidden = false
  detail.scrollTop = 0
}

const applyFilter = () => {
  const phrase = filter.value.trim().toLowerCase()
  const rows = [...view.querySelectorAll('tbody tr')]
  for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(phrase)
  const isEmpty = rows.every((row) => row.hidden)
  view.querySelector('.note')?.remove()
  if (!isEmpty) return
  const note = el('p', phrase ? 'Nothing matches the filter.' : 'There is nothing yet.')
  note.className = 'note quiet'
  view.append(note)
}

let current = 'Activity', drawn = '', shown = ''
const draw = async () => {
  try {
    const made = await views[current]()
    if (made.outerHTML === drawn) return
    const focused = view.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null
    drawn = made.outerHTML
    view.replaceChildren(made)
    applyFilter()
    if (focused) view.querySelector('a[href="' + focused + '"]')?.focus()
  } catch (error) {
    drawn = ''
    view.replaceChildren(el('p', 'The application does not respond: ' + error.message))
  }
}

/** Shows the view or the entry that the address names. */
const route = async () => {
  const [, name = '', id] = location.hash.split('/')
  if (name in views) current = name
  for (const tab of tabs.children) tab.textContent === current ? tab.setAttribute('aria-current', 'page') : tab.removeAttribute('aria-current')
  await draw()
  if (name === 'entries') {
    shown = location.hash
    await open(Number(id)).catch((error) => {
      detail.replaceChildren(button('Close', close), el('p', error.message))
      detail.hidden = false
    })
  } else if (!detail.hidden) {
    detail.hidden = true
    view.querySelector('a[href="' + shown + '"]')?.focus()
  }
}

for (const name of Object.keys(views)) tabs.append(link(name, '#/' + name))
addEventListener('hashchange', route)
addEventListener('keydown', ({ key }) => { if (key === 'Escape' && !detail.hidden) close() })
filter.addEventListener('input', applyFilter)
route()
setInterval(() => document.hidden || draw(), 1500)`
