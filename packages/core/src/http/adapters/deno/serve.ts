import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import type { HttpKernel } from '../../http-kernel.ts'
import { timerDelay } from '../../../base/platform/timer.ts'
import { handleFetch } from '../fetch/handle-fetch.ts'
import {
  toRequestHandler,
  type RequestHandler,
  type FetchHandler,
} from '../node/request-handler.ts'
import { OpenEvents } from '../server/open-events.ts'
import { runServer, type ListenOptions, type RunningServer } from '../server/running-server.ts'

/** Options for `serve`. Requests that are still running after `shutdownTimeout` end when the process exits. */
export type ServeOptions = ListenOptions

/** Serves a kernel, or an object with a `fetch` method, with `Deno.serve`. Resolves when the server is listening. */
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
    const server = deno().serve({ port, hostname, onListen() {} }, (request, info) =>
      handleFetch(handler, request, info, events),
    )
    return { port: server.addr.port, stop: (timeout) => stop(server, events, timeout) }
  })
}

interface DenoServer {
  readonly addr: { readonly port: number }
  /** Stops accepting connections. Resolves when no requests are in flight. */
  shutdown(): Promise<void>
}

interface Deno {
  serve(
    options: { port: number; hostname: string; onListen(): void },
    handler: (request: Request, info: object) => MaybePromise<Response>,
  ): DenoServer
}

function deno(): Deno {
  const { Deno } = globalThis as { readonly Deno?: Deno }
  if (!Deno)
    throw new TypeError(
      '@fw/core/deno runs on Deno. On Node use @fw/core/node, on Bun use @fw/core/bun.',
    )
  return Deno
}

async function stop(server: DenoServer, events: OpenEvents, timeout: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<void>((resolve) => (timer = setTimeout(resolve, timerDelay(timeout))))
  const stopped = server.shutdown()
  events.close()
  await Promise.race([stopped, expired]).finally(() => clearTimeout(timer))
}
