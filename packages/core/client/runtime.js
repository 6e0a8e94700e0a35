// Written by fw client. Do not edit: its next run overwrites this file

/** The error of a failed call; `kind` is the reason. */
export class ApiError extends Error {
  #definition

  constructor(failure, definition) {
    const { kind, status, body, cause } = failure
    const detail = status ? (body?.error ?? JSON.stringify(body)) : (cause?.message ?? cause)
    super(`${definition.route}: ${status ?? kind} ${detail}`.slice(0, 500))
    this.name = 'ApiError'
    Object.assign(this, failure)
    this.#definition = definition
  }

  static isOf(error, definition) {
    return error instanceof ApiError && error.#definition === definition
  }
}

const settingsKey = Symbol('settings')

/**
 * Creates an operation. `parts`: `errors` are the documented statuses of failures; `send` creates the body, `files` are
 * the names of inputs that are sent with it; `data` reads JSON, `read` any other response; `also` extends the function.
 */
export function operation(route, parts) {
  const [method, path] = route.split(' ')
  return bindOperation({ errors: [], ...parts, route, method, path })
}

function bindOperation(definition, client) {
  const safe = (input, options) => exchange(definition, input, options, client)
  const call = (input, options) => {
    const data = safe(input, options).then((result) => {
      if (result.kind === 'ok') return result.data
      throw new ApiError(result, definition)
    })
    return definition.read?.present?.(data) ?? data
  }
  return Object.assign(call, {
    safe,
    url: (input) => addressOf(definition, input, settingsOf(client)),
    isError: (error) => ApiError.isOf(error, definition),
    ...definition.also?.(call),
    [settingsKey]: (bound) => bindOperation(definition, bound),
  })
}

/** Returns the operations of all groups, with the settings of a client. */
export function bindGroups(settings = {}, groups) {
  const client = { [settingsKey]: settings }
  for (const [group, operations] of Object.entries(groups)) {
    client[group] = {}
    for (const [name, each] of Object.entries(operations)) {
      client[group][name] = each[settingsKey](client)
    }
  }
  return client
}

function settingsOf(client) {
  return client?.[settingsKey] ?? client
}

/** Input that is neither a placeholder nor part of the body becomes the query. */
function addressOf({ route, path, send, files = [] }, input, { baseUrl = '' } = {}) {
  const rest = { ...input }
  const filled = path.replace(/\{([^}]+)\}/g, (_, name) => {
    let text = ''
    appendTo((_name, value) => (text = String(value)), name, rest[name])
    delete rest[name]
    if (/^\.{0,2}$/.test(text)) throw new TypeError(`${route}: {${name}} cannot be "${text}".`)
    return encodeURIComponent(text)
  })
  if (send) for (const name of ['body', ...files]) delete rest[name]
  const query = new URLSearchParams()
  for (const name in rest) appendTo((key, value) => query.append(key, value), name, rest[name])
  const text = String(query)
  return baseUrl.replace(/\/$/, '') + filled + (text && `?${text}`)
}

/** Adds a value under names as in HTML forms: `tags` for each element, `customer[name]`, `lines[0][sku]`. */
function appendTo(add, name, value) {
  if (value === null || value === undefined) return
  if (isSingle(value)) return add(name, value.toJSON?.() ?? value)
  const isList = Symbol.iterator in value
  for (const [key, each] of Object.entries(isList ? [...value] : value)) {
    appendTo(add, isList && isSingle(each) ? name : `${name}[${key}]`, each)
  }
}

/** True if a value is sent as one string or one file. */
function isSingle(value) {
  return Object(value) !== value || value.toJSON || value instanceof Blob
}

async function exchange(definition, input = {}, options = {}, bound) {
  const client = settingsOf(options.client ?? bound)
  const settings = { ...client, ...options, headers: [client?.headers, options.headers] }
  const { signal, retry } = settings
  const mayRepeat =
    /GET|PUT|DELETE/.test(definition.method) ||
    entriesOf(options.headers).some(([name]) => /^idempotency-key$/i.test(name))
  for (let count = 0; ; count += 1) {
    const result = await attempt(definition, input, settings)
    if (!(count < retry && mayRepeat && isTransient(result))) return result
    const retryAfter = result.headers?.get('retry-after')
    // Seconds or a date.
    const requested = retryAfter * 1000 || Date.parse(retryAfter) - Date.now()
    const wait = requested >= 0 ? requested : Math.random() * 250 * 2 ** count
    if (wait > 60_000) return result
    await pause(wait, signal)
  }
}

function isTransient({ kind, status }) {
  return /network|timeout|408|429|50[234]/.test(kind + status)
}

/** Waits. Ends early if the signal is aborted. */
function pause(time, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(end, time)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
    function end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
  })
}

function entriesOf(headers = {}) {
  const entries = Symbol.iterator in headers ? headers : Object.entries(headers)
  return [...entries].filter(([, value]) => value !== undefined)
}

/** Sends one request and reads its response. */
async function attempt(definition, input, settings) {
  const { signal, timeout, transport, credentials } = settings
  const control = new AbortController()
  let timer
  try {
    if (timeout) {
      timer = setTimeout(() => control.abort(`after ${timeout}`), toMilliseconds(timeout))
    }
    if (!settings.baseUrl && !globalThis.location)
      throw new TypeError('Pass createClient a baseUrl.')
    const { body, type } = definition.send?.(input) ?? {}
    const headers = new Headers(type && { 'content-type': type })
    for (const part of settings.headers) {
      const values = await (typeof part === 'function' ? part() : part)
      for (const [name, value] of entriesOf(values)) headers.set(name, value)
    }
    const init = {
      method: definition.method,
      headers,
      body,
      signal: signal ? AbortSignal.any([signal, control.signal]) : control.signal,
      ...(credentials && { credentials }),
    }
    const send = transport ?? ((url, init) => (settings.fetch ?? fetch)(new Request(url, init)))
    const response = await send(addressOf(definition, input, settings), init)
    return await readResponse(response, definition, input, settings)
  } catch (cause) {
    const kind = signal?.aborted ? 'aborted' : control.signal.aborted ? 'timeout' : 'network'
    return { kind, cause }
  } finally {
    clearTimeout(timer)
  }
}

async function readResponse(response, definition, ...sent) {
  const { status, headers, ok } = response
  const { read, data = same } = definition
  if (ok && read)
    return { kind: 'ok', status, data: await read(response, definition, ...sent), headers }
  const text = await response.text()
  const value = parseJson(text)
  if (ok && (value !== undefined || text === '')) {
    return { kind: 'ok', status, data: data(value), headers }
  }
  return { ...failureOf(definition, status, value === undefined ? text : value), headers }
}

function failureOf({ errors }, status, body) {
  const isKnown = errors.includes(status)
  const messages = body?.errors
  if (isKnown && status === 422 && messages) {
    return { kind: 'validation', status, errors: messages, body }
  }
  return { kind: isKnown ? 'error' : 'unexpected', status, body }
}

function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

function toMilliseconds(duration) {
  const time = parseInt(duration) * units[/\D+/.exec(duration)]
  if (!(time >= 0)) throw new TypeError(`"${duration}" is not a duration.`)
  return time
}

export function same(value) {
  return value
}

/** Readers of responses that are not JSON of a declared type. */
export const nothing = (response) => response.body?.cancel()

/** Returns the response itself. */
export const whole = (response) => response

export const byteStream = ({ body }) => body ?? new Response('').body

export const wholeBytes = async (response) => new Uint8Array(await response.arrayBuffer())

export const wholeBlob = (response) => response.blob()

export const anything = async (response) => {
  const text = await response.text()
  return parseJson(text) ?? (text === '' ? undefined : text)
}

/** Writers of bodies. */
export const asJson = ({ body }) => toSent(JSON.stringify(body))

/** Writes JSON for a type with values that JSON does not support. */
export const asWire = ({ body }) => toSent(writeJson(body))

function toSent(body) {
  return body === undefined ? {} : { body, type: 'application/json' }
}

export function writeJson(value) {
  return JSON.stringify(value, toWire)
}

function toWire(key, value) {
  // `value` may be the result of `toJSON`, which a `Buffer` has, for example.
  const original = this[key]
  if (typeof original === 'bigint') return String(original)
  if (original instanceof Map) return Object.fromEntries(original)
  if (original instanceof Set) return [...original]
  return original instanceof Uint8Array ? toBase64(original) : value
}

function toBase64(bytes) {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/**
 * Writes a multipart form. `json` are the fields of the body that are sent as JSON; `files` are the names of inputs
 * that are not part of the body.
 */
export const asForm = (json, files) => (input) => {
  const body = new FormData()
  const add = (name, value) => body.append(name, value)
  for (const [name, value] of Object.entries(input.body ?? {})) {
    if (value === null || value === undefined) continue
    if (!json.includes(name))
      appendTo(add, name, value instanceof Uint8Array ? toBase64(value) : value)
    else add(name, new Blob([writeJson(value)], { type: 'application/json' }))
  }
  for (const name of files) appendTo(add, name, input[name])
  return { body }
}

/** Readers of values by their declared types; a value of another type stays unchanged. */
const ofText = (read) => (value) => {
  if (typeof value !== 'string') return value
  try {
    return read(value) ?? value
  } catch {
    return value
  }
}

const dateTime = /^[+-]?\d{4,6}-\d\d-\d\dT.+(?:Z|[+-]\d\d:\d\d)$/i

export const date = /* @__PURE__ */ ofText((text) => {
  const read = new Date(text)
  return dateTime.test(text) && !Number.isNaN(+read) ? read : text
})

export const bigint = (value) =>
  Number.isInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value))
    ? BigInt(value)
    : value

export const url = /* @__PURE__ */ ofText((text) => new URL(text))

export const bytes = /* @__PURE__ */ ofText((text) =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0)),
)

/** Returns the string itself if the platform has no Temporal. */
export const temporal = (name) => ofText((text) => globalThis.Temporal?.[name].from(text))

export const number = (key) => (String(Number(key)) === key ? Number(key) : key)

export const list = (item) => (value) =>
  Array.isArray(value) ? value.map((each) => item(each)) : value

export const set =
  (item = same) =>
  (value) =>
    Array.isArray(value) ? new Set(value.map((each) => item(each))) : value

export const tuple =
  (items, rest = same) =>
  (value) =>
    Array.isArray(value) ? value.map((each, index) => (items[index] ?? rest)(each)) : value

export const map =
  (values = same, keys = same) =>
  (value) =>
    isPlain(value)
      ? new Map(Object.entries(value).map(([key, each]) => [keys(key), values(each)]))
      : value

export const record = (values) => (value) => {
  if (isPlain(value)) for (const key of Object.keys(value)) value[key] = values(value[key])
  return value
}

export const fields = (types) => (value) => {
  if (!isPlain(value)) return value
  for (const name of Object.keys(types)) {
    if (Object.hasOwn(value, name)) value[name] = types[name](value[name])
  }
  return value
}

/** A recursive type. */
export const later = (type) => (value) => type()(value)

/** Objects, distinguished by the value of a property. */
export const tagged = (name, types) => (value) =>
  isPlain(value) && Object.hasOwn(types, value[name]) ? types[value[name]](value) : value

/** Values, distinguished by their JSON type. */
export const either = (types) => (value) =>
  value === null ? value : (types[Array.isArray(value) ? 'array' : typeof value] ?? same)(value)

function isPlain(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Yields events as they arrive, converted by `toValue`. */
export const events = (toValue) =>
  Object.assign((...received) => ({ [Symbol.asyncIterator]: () => follow(toValue, ...received) }), {
    present: (data) => Object.assign(data, { [Symbol.asyncIterator]: () => waitFor(data) }),
  })

async function* waitFor(data) {
  yield* await data
}

export const eventText = ({ data }) => data

export const eventJson =
  (read = same) =>
  ({ data }) =>
    read(parseJson(data) ?? data)

/** Reads named events; `types` are the readers by name. */
export const eventWhole =
  (types) =>
  ({ data, event, id }) => ({
    data: (types[event] ?? types['*'] ?? eventJson())({ data }),
    event,
    id,
  })

/** Yields events. Reconnects after a broken connection, if the method is GET and an event had an id. */
async function* follow(toValue, first, definition, input, settings) {
  const { signal, headers } = settings
  let response = first
  let id
  let minWait = 1000
  let wait = minWait
  while (response.body) {
    try {
      for await (const each of readEvents(response.body)) {
        id = each.id ?? id
        minWait = each.retry ?? minWait
        wait = minWait
        if (each.event === 'fw:error') throw toThrown(definition, each.data)
        if (each.data !== undefined) yield toValue({ event: 'message', id, ...each })
      }
      return
    } catch (cause) {
      if (cause instanceof ApiError) throw cause
      let result = { kind: signal?.aborted ? 'aborted' : 'network', cause }
      const mayContinue = id !== undefined && definition.method === 'GET'
      while (isTransient(result)) {
        if (!mayContinue) break
        await pause(wait, signal)
        wait = Math.min(Math.max(wait * 2, 100), Math.max(minWait, 30_000))
        const again = { ...settings, headers: [...headers, { 'last-event-id': asHeader(id) }] }
        result = await attempt({ ...definition, read: whole }, input, again)
      }
      if (result.kind !== 'ok') throw new ApiError(result, definition)
      response = result.data
    }
  }
}

/** Encodes a string as UTF-8, like browsers: a header contains bytes. */
function asHeader(text) {
  return String.fromCharCode(...new TextEncoder().encode(text))
}

function toThrown(definition, data) {
  const { status, body } = parseJson(data) ?? {}
  return new ApiError(failureOf(definition, status, body), definition)
}

export async function* readEvents(body) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let isAfterReturn = false
  let event = {}
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      let text = decoder.decode(value, { stream: true })
      if (isAfterReturn && text[0] === '\n') text = text.slice(1)
      else if (text === '') continue
      isAfterReturn = text.endsWith('\r')
      const lines = text.split(/\r\n|\r|\n/)
      lines[0] = rest + lines[0]
      rest = lines.pop()
      for (const line of lines) {
        if (line !== '') addLine(event, line)
        else {
          const { lines: data, ...others } = event
          yield { ...others, ...(data && { data: data.join('\n') }) }
          event = {}
        }
      }
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

function addLine(event, line) {
  const [, name, value] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line)
  if (name === 'data') (event.lines ??= []).push(value)
  if (name === 'event' || name === 'id') event[name] = value
  if (name === 'retry' && /^\d+$/.test(value)) event.retry = Number(value)
}

/** Returns the functions that read all pages; `next` returns the input for the following page. */
const paged = (next) => (call) => {
  async function* pages(input, options) {
    for (let change = {}; change;) {
      const page = await call({ ...input, ...change }, options)
      yield page
      change = next(page)
    }
  }
  async function* items(input, options) {
    for await (const page of pages(input, options)) yield* page.data
  }
  return { pages, items }
}

export const byPage = /* @__PURE__ */ paged(
  ({ currentPage, lastPage }) => currentPage < lastPage && { page: currentPage + 1 },
)

export const byCursor = /* @__PURE__ */ paged(
  ({ nextCursor }) => nextCursor !== null && { cursor: nextCursor },
)
