import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { toError } from '../../../base/logging/thrown.ts'
import { McpTool } from '../../../features/mcp/catalogue/decorators.ts'
import { McpError } from '../../../features/mcp/protocol/errors.ts'
import {
  descriptionKey,
  type ClassDescription,
  type ParameterDescription,
  type TypeInfo,
} from '../../../base/reflection/type-info.ts'
import type { Entry, LogLine } from './recorder.ts'
import type { ListedRoute, SendOptions } from './inspector.ts'

/**
 * A running application that the tools query, in this or another process. Its methods throw if it cannot be reached.
 */
export interface RunningApplication {
  routes(): Promise<readonly ListedRoute[]>
  route(method: string, path: string): Promise<object | undefined>
  entries(): Promise<readonly Pick<Entry, 'id' | 'title' | 'outcome'>[]>
  entry(id: number): Promise<Entry | undefined>
  lines(): Promise<readonly LogLine[]>
  send(options: SendOptions): Promise<object>
}

const text: TypeInfo = { kind: 'string' }
const count: TypeInfo = { kind: 'int' }

function parameter(
  name: string,
  type: TypeInfo,
  summary: string,
  optional?: true,
): ParameterDescription {
  return { name, type, at: '1:1', doc: { summary }, ...(optional && { optional }) }
}

const parametersOf: Readonly<Record<string, readonly ParameterDescription[]>> = {
  check: [],
  listRoutes: [],
  describeRoute: [
    parameter('method', text, 'The HTTP method, such as GET.'),
    parameter('path', text, 'The path template, such as /orders/{id}.'),
  ],
  lastErrors: [
    parameter('limit', count, 'The maximum number of errors to return. Default: 5.', true),
  ],
  getRequest: [parameter('id', count, 'The id from last_errors.')],
  readLog: [parameter('limit', count, 'The maximum number of lines to return. Default: 50.', true)],
  searchDocs: [parameter('query', text, 'Words to search for.')],
  sendRequest: [
    parameter('method', text, 'The HTTP method, such as POST.'),
    parameter('path', text, 'The path with the query.'),
    parameter('headers', { kind: 'record', values: text }, 'The headers by name.', true),
    parameter('body', text, 'The body as a string.', true),
  ],
}

const summaries: Readonly<Record<string, readonly [tool: string, description: string]>> = {
  check: [
    'check',
    'Returns the errors in the declarations of the application, with file, line and remedy.',
  ],
  listRoutes: ['list_routes', 'Lists the routes: method, path, handler and source.'],
  describeRoute: [
    'describe_route',
    'Returns the parameters, the return type and the middleware of a route.',
  ],
  lastErrors: [
    'last_errors',
    'Returns the latest failures: errors with causes and source, queries, log lines.',
  ],
  getRequest: ['get_request', 'Returns all details of one recorded request, job or tool call.'],
  readLog: ['read_log', 'Returns the last lines of the log.'],
  searchDocs: [
    'search_docs',
    'Searches the documentation of the framework, and returns the parts that match best.',
  ],
  sendRequest: ['send_request', 'Sends a request to the application, and returns the response.'],
}

/** The MCP tools for agents that develop an application. */
export class DevelopmentTools {
  static readonly [descriptionKey] = (): ClassDescription => ({
    name: 'DevelopmentTools',
    file: 'fw dev',
    at: '1:1',
    parameters: [],
    methods: Object.fromEntries(
      Object.entries(parametersOf).map(([name, parameters]) => [name, { parameters, at: '1:1' }]),
    ),
  })

  readonly #app: RunningApplication
  readonly #folder: string

  constructor(app: RunningApplication, folder: string) {
    this.#app = app
    this.#folder = folder
  }

  /** Runs in a separate process, so that it reads the current files. */
  async check(): Promise<string> {
    const { code, stdout, stderr } = await runFw(this.#folder, ['check', '--format=json'])
    return code === 0 ? 'No errors found.' : stdout + stderr
  }

  listRoutes(): Promise<unknown> {
    return this.#app.routes()
  }

  async describeRoute(method: string, path: string): Promise<unknown> {
    return (
      (await this.#app.route(method, path)) ??
      `There is no route ${method} ${path}. list_routes lists all routes.`
    )
  }

  async lastErrors(limit = 5): Promise<unknown> {
    const failed = (await this.#app.entries()).filter(hasFailed).slice(0, limit)
    const entries = await Promise.all(failed.map(({ id }) => this.#app.entry(id)))
    return entries.length > 0
      ? { errors: entries }
      : 'No recorded operation has failed since the last start.'
  }

  async getRequest(id: number): Promise<unknown> {
    return (
      (await this.#app.entry(id)) ?? `The record with the id ${id} does not exist, or was removed.`
    )
  }

  async readLog(limit = 50): Promise<unknown> {
    const lines = (await this.#app.lines()).slice(-limit)
    return lines.length > 0 ? { lines } : 'The log has no lines since the last start.'
  }

  searchDocs(query: string): string {
    return searchDocs(query)
  }

  sendRequest(
    method: string,
    path: string,
    headers?: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<object> {
    return this.#app
      .send({
        method,
        path,
        ...(headers && { headers }),
        ...(body !== undefined && { body }),
      })
      .catch((error: unknown) => {
        throw error instanceof McpError ? error : new McpError(toError(error).message)
      })
  }
}

for (const [name, [tool, description]] of Object.entries(summaries)) {
  McpTool(tool, description)(DevelopmentTools.prototype, name)
}

function hasFailed({ outcome }: Pick<Entry, 'outcome'>): boolean {
  return (
    outcome === 'failed' ||
    outcome === 'tool_error' ||
    (typeof outcome === 'number' && outcome >= 500)
  )
}

function runFw(
  folder: string,
  argv: readonly string[],
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const program = process.argv[1] ?? ''
  const { FW_RESERVE: _, ...env } = process.env
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...argv],
      { cwd: folder, env },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    )
  })
}

const docs = new URL('../../../../docs/', import.meta.url)

/** The maximum number of sections that a search returns, and the maximum length of each. */
const searchLimits = { count: 5, length: 3000 }

function searchDocs(query: string): string {
  const words = query.toLowerCase().match(/[\w@-]{2,}/g) ?? []
  const pages = existsSync(docs) ? readdirSync(docs).filter((name) => name.endsWith('.md')) : []
  const found = pages.flatMap((name) =>
    readFileSync(new URL(name, docs), 'utf8')
      .split(/^(?=## )/m)
      .map((part) => ({ name, part, score: scoreOf(part, words) })),
  )
  const best = found
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
  const shown = best
    .slice(0, searchLimits.count)
    .map(({ name, part }) => `[${name}]\n${part.slice(0, searchLimits.length)}`)
  return shown.length > 0 ? shown.join('\n\n') : 'No page contains these words.'
}

/** Scores a section by the number of query words in it. Words in its heading count more. */
function scoreOf(part: string, words: readonly string[]): number {
  const text = part.toLowerCase()
  const [heading = ''] = text.split('\n', 1)
  const present = words.filter((word) => text.includes(word))
  const inHeading = words.filter((word) => heading.includes(word))
  return (
    present.length * 10 + inHeading.length * 5 - (present.length > 0 ? text.length / 10_000 : 0)
  )
}
