import { HttpKernel } from '../../http/http-kernel.ts'
import type { Route } from '../../http/routing/route.ts'
import { answerFetch } from '../fetch/answer-fetch.ts'
import { HandlerAnswers, type FetchHandler } from '../node/fetch-handler.ts'
import type { RunningServer } from '../node/serve.ts'

/** Where a server listens, and how long it waits. */
export interface ServeOptions {
  /** Default 8080; 0 takes any free port. */
  readonly port?: number
  /** Default 0.0.0.0. */
  readonly host?: string
  /** How long `close` waits for requests in flight, in milliseconds; default 10,000. */
  readonly shutdownTimeout?: number
  /** How long a connection may be silent, unless a stream is sent on it, in milliseconds; default and most 255,000. */
  readonly idleTimeout?: number
  /** Closes the server when it is aborted, as `close` does. */
  readonly signal?: AbortSignal
}

/** Serves a kernel, or whatever answers requests by `fetch`, by `Bun.serve`; resolves once it listens. */
export async function serve(
  app: HttpKernel | FetchHandler,
  options: ServeOptions = {},
): Promise<RunningServer> {
  const { port = 8080, host = '0.0.0.0', shutdownTimeout = 10_000, signal } = options
  signal?.throwIfAborted()
  const answering = app instanceof HttpKernel ? app : new HandlerAnswers(app)
  const server = bun().serve({
    port,
    hostname: host,
    development: false,
    // The routes have their own.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    idleTimeout: Math.min(255, Math.ceil((options.idleTimeout ?? 255_000) / 1000)),
    routes: app instanceof HttpKernel ? fixedRoutesOf(app) : {},
    fetch: (request, info) => answerFetch(answering, request, info),
  })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= stop(server, shutdownTimeout))
  signal?.addEventListener('abort', close, { once: true })
  return { port: server.port, close }
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
    ;(found[path] ??= {})[httpMethod] = answersOf(kernel, route)
  }
  return found
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** A route of GET is found for HEAD, too. */
function answersOf(kernel: HttpKernel, route: Route): Answers {
  const isRead = route.httpMethod === 'GET'
  return (request, info) =>
    isRead && request.method !== 'GET'
      ? answerFetch(kernel, request, info)
      : answerFetch(kernel, request, info, route)
}

async function stop(server: BunServer, timeout: number): Promise<void> {
  const cut = setTimeout(() => void server.stop(true), timeout)
  await server.stop(false)
  clearTimeout(cut)
}
