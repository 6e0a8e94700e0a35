import type { HttpKernel } from '../../http/http-kernel.ts'
import { timerDelay } from '../../platform/timer.ts'
import { answerFetch } from '../fetch/answer-fetch.ts'
import { answersOf, type Answering, type FetchHandler } from '../node/fetch-handler.ts'
import { OpenEvents } from '../open-events.ts'
import { runServer, type ListenOptions, type RunningServer } from '../running-server.ts'

/** Options of `serve`. Requests that are still running after `shutdownTimeout` end with the process. */
export type ServeOptions = ListenOptions

/** Serves a kernel, or an object with a `fetch` method, with `Deno.serve`. Resolves when it listens. */
export function serve(
  app: HttpKernel | FetchHandler,
  options: ServeOptions = {},
): Promise<RunningServer> {
  return serveAnswers(answersOf(app), options)
}

/** Like `serve`, for a handler of platform-independent requests. */
export function serveAnswers(answering: Answering, options: ServeOptions): Promise<RunningServer> {
  return runServer(options, (port, hostname) => {
    const events = new OpenEvents()
    const server = deno().serve({ port, hostname, onListen() {} }, (request, info) =>
      answerFetch(answering, request, info, events),
    )
    return { port: server.addr.port, stop: (timeout) => stop(server, events, timeout) }
  })
}

interface DenoServer {
  readonly addr: { readonly port: number }
  /** Stops accepting connections. Resolves when no request is in flight. */
  shutdown(): Promise<void>
}

interface Deno {
  serve(
    options: { port: number; hostname: string; onListen(): void },
    handler: (request: Request, info: object) => Response | Promise<Response>,
  ): DenoServer
}

function deno(): Deno {
  const { Deno } = globalThis as { readonly Deno?: Deno }
  if (!Deno) throw new TypeError('fw/deno runs on Deno. On Node use fw/node, on Bun use fw/bun.')
  return Deno
}

async function stop(server: DenoServer, events: OpenEvents, timeout: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<void>((resolve) => (timer = setTimeout(resolve, timerDelay(timeout))))
  const stopped = server.shutdown()
  events.close()
  await Promise.race([stopped, expired])
  clearTimeout(timer)
}
