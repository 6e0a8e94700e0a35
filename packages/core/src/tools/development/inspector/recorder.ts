import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { NodeRequest } from '../../../http/adapters/node/node-request.ts'
import {
  dbQueries,
  eventDispatches,
  httpRequests,
  mcpMessages,
  queueJobs,
  queuePushes,
  scheduleRuns,
  type HttpRequestMessage,
  type McpMessage,
} from '../../../http/channels/channels.ts'
import {
  valuesOf,
  type OperationChannel,
  type OperationMessage,
} from '../../../http/channels/operation-channel.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import type { Logger } from '../../../base/logging/logger.ts'
import { tryRead } from '../../../base/logging/thrown.ts'
import { BodyCopy, copyRequest, copyResponse, headerOf, type ResponseCopy } from './body-copy.ts'
import { explainError, type ExplainedError } from '../explain/explain-error.ts'
import type { Masking } from './masking.ts'

/** A recorded operation of the application. */
export interface Entry {
  readonly id: number
  readonly kind: 'request' | 'push' | 'job' | 'schedule' | 'event' | 'tool'
  /** A title such as `GET /orders/7`. */
  readonly title: string
  /** The start time in RFC 3339. */
  readonly at: string
  /** The duration; absent while the operation is running. */
  milliseconds?: number
  /** The status code of a request, or the outcome of another operation. */
  outcome?: string | number | undefined
  /** Additional details by name. */
  facts?: Readonly<Record<string, unknown>>
  readonly statements: Statement[]
  readonly lines: LogLine[]
  error?: ExplainedError
}

interface Statement {
  /** The SQL with placeholders for values. */
  readonly sql: string
  milliseconds?: number
  rows?: number | undefined
  error?: string
}

export interface LogLine {
  readonly at: string
  readonly level: string
  readonly message: string
  readonly details?: unknown
}

/** A received request, kept so that it can be sent again. */
export interface RecordedRequest {
  readonly method: string
  readonly target: string
  /** The headers, as alternating names and values. */
  readonly headers: readonly string[]
  readonly body: BodyCopy
}

interface Traffic {
  readonly request: RecordedRequest
  readonly response: ResponseCopy
}

/** The current entry in functions that run without being recorded. */
const noEntry: Entry = { id: 0, kind: 'tool', title: '', at: '', statements: [], lines: [] }

/** The maximum number of recorded operations. */
const maxEntries = 200

/** The maximum number of queries, and of log lines, per operation. */
const maxPerEntry = 200

/** The maximum number of recorded log lines. */
const maxLines = 500

/** Records the latest operations from their diagnostics channels, together with the log lines that they write. */
export class Recorder {
  readonly #entries = new Map<number, Entry>()
  readonly #traffic = new WeakMap<Entry, Traffic>()
  readonly #requests = new WeakMap<object, Entry>()
  readonly #current = new AsyncLocalStorage<Entry>()
  readonly #lines: LogLine[] = []
  readonly #folder: string
  readonly #masking: Masking
  #last = 0

  constructor(folder: string, masking: Masking) {
    this.#folder = folder
    this.#masking = masking
    this.#follow(httpRequests, (message) => this.#request(message))
    this.#follow(queuePushes, ({ job }) => this.#open('push', job))
    this.#follow(queueJobs, ({ job }) => this.#open('job', job))
    this.#follow(scheduleRuns, ({ name }) => this.#open('schedule', name))
    this.#follow(eventDispatches, ({ event }) => this.#open('event', event))
    this.#follow(mcpMessages, ({ tool, method }) => this.#open('tool', tool ?? method))
    this.#followStatements()
  }

  /** The operations, latest first. */
  get entries(): Entry[] {
    return [...this.#entries.values()].toReversed()
  }

  /** The log lines, oldest first. */
  get lines(): readonly LogLine[] {
    return this.#lines
  }

  find(id: number): Entry | undefined {
    return this.#entries.get(id)
  }

  requestOf(entry: Entry): RecordedRequest | undefined {
    return this.#traffic.get(entry)?.request
  }

  /** Returns the entry of a request. */
  entryOf(request: HttpRequest): Entry | undefined {
    return this.#requests.get(request)
  }

  /** Runs a function without recording it. */
  withoutRecording<T>(run: () => T): T {
    return this.#current.run(noEntry, run)
  }

  /** Records the messages of a logger from now on. */
  listenTo(logger: Logger): void {
    if (!Object.isExtensible(logger)) return
    for (const level of ['debug', 'info', 'warn', 'error'] as const) {
      const write = logger[level].bind(logger)
      logger[level] = (message, details) => {
        this.#note(level, message, details)
        write(message, details)
      }
    }
  }

  #note(level: string, message: string, details: unknown): void {
    // Details may be any thrown value, and reading it may throw.
    const shown = tryRead(details, (given) => this.#masking.mask(given))
    const line = {
      at: new Date().toISOString(),
      level,
      message,
      ...(shown !== undefined && { details: shown }),
    }
    this.#lines.push(line)
    if (this.#lines.length > maxLines) this.#lines.shift()
    keep(line, this.#currentEntry()?.lines)
  }

  #currentEntry(): Entry | undefined {
    const entry = this.#current.getStore()
    return entry === noEntry ? undefined : entry
  }

  #open(kind: Entry['kind'], title: string): Entry {
    const id = ++this.#last
    const entry: Entry = {
      id,
      kind,
      title,
      at: new Date().toISOString(),
      statements: [],
      lines: [],
    }
    this.#entries.set(id, entry)
    this.#entries.delete(id - maxEntries)
    return entry
  }

  /** Records the operations of a channel. While an operation runs, its entry is the current one. */
  #follow<Message extends OperationMessage>(
    channel: OperationChannel<Message>,
    open: (message: Message) => Entry,
  ): void {
    const known = new WeakMap<object, { entry: Entry; start: number }>()
    channel.watch({
      start: (message) => {
        if (this.#current.getStore() === noEntry) return
        const entry = open(message)
        const values = this.#formatValues(valuesOf(message))
        if (values !== undefined) entry.facts = { arguments: values }
        known.set(message, { entry, start: performance.now() })
        const { around } = message
        message.around = (operation) =>
          this.#current.run(entry, () => (around ? around(operation) : operation()))
      },
      error: (message) => {
        const entry = known.get(message)?.entry
        if (entry) entry.error = explainError(message.error, this.#folder)
      },
      finish: (message) => {
        const found = known.get(message)
        if (!found) return
        found.entry.milliseconds = toMilliseconds(found.start)
        this.#finish(found.entry, message)
      },
    })
  }

  #finish(entry: Entry, message: OperationMessage): void {
    const {
      request,
      meta: _meta,
      around: _around,
      error,
      ...facts
    } = message as HttpRequestMessage & McpMessage
    if (!(request instanceof NodeRequest)) {
      entry.facts = { ...(this.#masking.mask(facts) as object), ...entry.facts }
      entry.outcome = outcomeOf(facts) ?? (error === undefined ? 'done' : 'failed')
      return
    }
    entry.outcome = facts.status
    entry.facts = this.#factsOf(request, facts, this.#traffic.get(entry))
  }

  #request(message: HttpRequestMessage): Entry {
    const { request } = message
    const entry = this.#open('request', `${message.method} ${message.path}`)
    this.#requests.set(request, entry)
    if (!(request instanceof NodeRequest)) return entry
    const { message: incoming, response } = request
    const { method, url: target = '/', rawHeaders: headers } = incoming
    const recorded = { method: method as string, target, headers, body: copyRequest(incoming) }
    this.#traffic.set(entry, { request: recorded, response: copyResponse(response) })
    return entry
  }

  #factsOf(
    request: NodeRequest,
    { route, bytes, aborted }: Omit<HttpRequestMessage, 'request'>,
    traffic: Traffic | undefined,
  ): Record<string, unknown> {
    const { query, path } = request
    const masking = this.#masking
    const headers = [...(traffic?.response.headers ?? []), ...individualHeaders(request.response)]
    const body = headerOf(headers, 'content-encoding')
      ? `${bytes} bytes, compressed`
      : this.#formatBody(
          traffic?.response.body,
          headerOf(headers, 'content-type') ?? '',
          'response',
        )
    return {
      route,
      ...(query && { query: masking.pairs(query) }),
      arguments: masking.mask(placeholdersOf(route, path)),
      headers: masking.headers(request.message.rawHeaders),
      body: this.#formatBody(traffic?.request.body, request.header('content-type') ?? ''),
      response: { headers: masking.headers(headers), body, aborted },
    }
  }

  /** Formats values as JSON, truncated like a body. This is done immediately, because an event may change later. */
  #formatValues(values: unknown): unknown {
    if (values === undefined) return undefined
    const text = typeof values === 'string' ? values : tryRead(values, toText)
    const copy = new BodyCopy()
    copy.append(text)
    return text === undefined ? '[unreadable]' : this.#formatBody(copy, 'json')
  }

  #formatBody(
    copy: BodyCopy | undefined,
    type: string,
    what: 'body' | 'response' = 'body',
  ): unknown {
    if (!copy || copy.size === 0) return undefined
    const { text } = copy
    if (text === undefined || /multipart/i.test(type)) return `${copy.size} bytes`
    const shown = this.#masking[what](text, type)
    return copy.isComplete ? shown : `${String(shown)}… (${copy.size} bytes)`
  }

  #followStatements(): void {
    const known = new WeakMap<object, { statement: Statement; start: number }>()
    dbQueries.watch({
      start: (message) => {
        const statement: Statement = { sql: message.sql }
        known.set(message, { statement, start: performance.now() })
        keep(statement, this.#currentEntry()?.statements)
      },
      error: (message) => {
        const found = known.get(message)
        if (found) found.statement.error = String(message.error)
      },
      finish: (message) => {
        const found = known.get(message)
        if (!found) return
        found.statement.milliseconds = toMilliseconds(found.start)
        found.statement.rows = message.rows
      },
    })
  }
}

function toText(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'bigint') return String(inner)
    return inner instanceof Map || inner instanceof Set ? [...inner] : inner
  })
}

/** Returns the headers that were set with `setHeader`, not passed to `writeHead`. */
function individualHeaders(response: ServerResponse): string[] {
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)])
}

/** Returns the values of a template's placeholders in a path. */
function placeholdersOf(template: string, path: string): Record<string, string> {
  const parts = path.split('/')
  const pairs = template
    .split('/')
    .map(
      (part, index) =>
        [part.slice(1, -1), part.startsWith('{') ? (parts[index] ?? '') : undefined] as const,
    )
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined))
}

function keep<T>(item: T, list: T[] | undefined): void {
  if (list && list.length < maxPerEntry) list.push(item)
}

function outcomeOf(facts: {
  readonly outcome?: unknown
  readonly code?: unknown
}): string | undefined {
  const outcome = facts.outcome ?? facts.code
  return outcome === undefined ? undefined : String(outcome)
}

/** Returns the time since a `performance` timestamp, to a tenth of a millisecond. */
function toMilliseconds(start: number): number {
  return Math.round((performance.now() - start) * 10) / 10
}
