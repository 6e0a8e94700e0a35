import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { HttpKernel } from '../../http-kernel.ts'
import { timerDelay } from '../../../base/platform/timer.ts'
import { handleFetch } from '../fetch/handle-fetch.ts'
import {
  toRequestHandler,
  type RequestHandler,
  type FetchHandler,
} from '../node/request-handler.ts'
import { createBunRoutes, type BunRoutes } from './bun-routes.ts'
import { OpenEvents } from '../server/open-events.ts'
import { runServer, type ListenOptions, type RunningServer } from '../server/running-server.ts'

/** Options for `serve`. */
export interface ServeOptions extends ListenOptions {
  /**
   * The maximum time that a connection may be idle, in milliseconds, except while a stream is sent. Default and
   * maximum: 255,000. Bun checks every four seconds, so connections are closed up to eight seconds later, or with the
   * default up to three seconds earlier.
   */
  readonly idleTimeout?: number
}

/** Serves a kernel, or an object with a `fetch` method, with `Bun.serve`. Resolves when the server is listening. */
export function serve(
  app: HttpKernel | FetchHandler,
  options: ServeOptions = {},
): Promise<RunningServer> {
  return serveHandler(toRequestHandler(app), options)
}

/** Like `serve`, for a handler of platform-independent requests. */
export function serveHandler(
  handler: RequestHandler,
  options: ServeOptions,
): Promise<RunningServer> {
  return runServer(options, (port, hostname) => {
    const events = new OpenEvents()
    const server = bun().serve({
      port,
      hostname,
      development: false,
      // Bun's limit is disabled, because each route has a limit.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      idleTimeout: secondsOf(options.idleTimeout ?? 255_000),
      routes: handler instanceof HttpKernel ? createBunRoutes(handler, events) : {},
      fetch: (request, info) => handleFetch(handler, request, info, events),
    })
    return { port: server.port, stop: (timeout) => stop(server, events, timeout) }
  })
}

interface BunServer {
  readonly port: number
  /**
   * Stops accepting connections; with `closeActiveConnections`, also closes the open ones. Resolves when no requests
   * are in flight.
   */
  stop(closeActiveConnections: boolean): Promise<void>
}

interface Bun {
  serve(options: {
    port: number
    hostname: string
    development: boolean
    maxRequestBodySize: number
    idleTimeout: number
    routes: BunRoutes
    fetch(request: Request, server: BunServer): MaybePromise<Response>
  }): BunServer
}

function bun(): Bun {
  const { Bun } = globalThis as { readonly Bun?: Bun }
  if (!Bun)
    throw new TypeError(
      '@fw/core/bun runs on Bun. On Node use @fw/core/node, on Deno use @fw/core/deno.',
    )
  return Bun
}

/**
 * Converts the timeout to seconds and adds four, up to the maximum of 255. Bun counts checks, which run every four
 * seconds, so it could otherwise close a connection too early.
 */
function secondsOf(idleTimeout: number): number {
  return Math.min(255, Math.ceil(idleTimeout / 1000) + 4)
}

async function stop(server: BunServer, events: OpenEvents, timeout: number): Promise<void> {
  const timer = setTimeout(() => void server.stop(true), timerDelay(timeout))
  const stopped = server.stop(false)
  events.close()
  await stopped.finally(() => clearTimeout(timer))
}
