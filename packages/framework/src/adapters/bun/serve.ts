import { HttpKernel } from '../../http/http-kernel.ts'
import { answerFetch, answerFixed } from '../fetch/answer-fetch.ts'
import { answersOf, type Answering, type FetchHandler } from '../node/fetch-handler.ts'
import { runServer, type ListenOptions, type RunningServer } from '../running-server.ts'

/** Where a server listens, and how long it waits. */
export interface ServeOptions extends ListenOptions {
  /** How long a connection may be silent, unless a stream is sent on it, in milliseconds; default and most 255,000. */
  readonly idleTimeout?: number
}

/** Serves a kernel, or whatever answers requests by `fetch`, by `Bun.serve`; resolves once it listens. */
export function serve(
  app: HttpKernel | FetchHandler,
  options: ServeOptions = {},
): Promise<RunningServer> {
  return serveAnswers(answersOf(app), options)
}

/** As `serve`, for whatever answers neutral requests. */
export function serveAnswers(answering: Answering, options: ServeOptions): Promise<RunningServer> {
  return runServer(options, (port, hostname) => {
    const server = bun().serve({
      port,
      hostname,
      development: false,
      // The routes have their own.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      idleTimeout: Math.min(255, Math.ceil((options.idleTimeout ?? 255_000) / 1000)),
      routes: answering instanceof HttpKernel ? fixedRoutesOf(answering) : {},
      fetch: (request, info) => answerFetch(answering, request, info),
    })
    return { port: server.port, stop: (timeout) => stop(server, timeout) }
  })
}

interface BunServer {
  readonly port: number
  /** Resolves when no request is in flight. */
  stop(cutsConnections: boolean): Promise<void>
}

type Answers = (request: Request, server: BunServer) => Response | Promise<Response>

interface Bun {
  serve(options: {
    port: number
    hostname: string
    development: boolean
    maxRequestBodySize: number
    idleTimeout: number
    routes: Record<string, Record<string, Answers>>
    fetch: Answers
  }): BunServer
}

function bun(): Bun {
  const { Bun } = globalThis as { readonly Bun?: Bun }
  if (!Bun) throw new TypeError('fw/bun runs on Bun. On Node serve by fw/node, on Deno by fw/deno.')
  return Bun
}

/** What Bun finds by itself before it has made a URL: paths that it compares as they were sent. */
function fixedRoutesOf(kernel: HttpKernel): Record<string, Record<string, Answers>> {
  const found: Record<string, Record<string, Answers>> = {}
  for (const route of kernel.fixedRoutes) {
    const { path, httpMethod } = route
    if (!/^[\w\-./~]+$/u.test(path) || !methods.has(httpMethod)) continue
    const answers = (found[path] ??= {})
    answers[httpMethod] = (request, info) => answerFixed(kernel, route, request, info)
    // Bun would give a request of HEAD to GET.
    answers['HEAD'] ??= (request, info) => answerFetch(kernel, request, info)
  }
  return found
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

async function stop(server: BunServer, timeout: number): Promise<void> {
  const cut = setTimeout(() => void server.stop(true), timeout)
  await server.stop(false)
  clearTimeout(cut)
}
