import { HttpKernel } from '../../http/http-kernel.ts'
import { answerFetch } from '../fetch/answer-fetch.ts'
import { HandlerAnswers, type FetchHandler } from '../node/fetch-handler.ts'
import type { RunningServer } from '../node/serve.ts'

/** Where a server listens, and how long it waits. */
export interface ServeOptions {
  /** Default 8080; 0 takes any free port. */
  readonly port?: number
  /** Default 0.0.0.0. */
  readonly host?: string
  /** How long `close` waits for requests in flight, in milliseconds; default 10,000. What is left ends with the process. */
  readonly shutdownTimeout?: number
  /** Closes the server when it is aborted, as `close` does. */
  readonly signal?: AbortSignal
}

/** Serves a kernel, or whatever answers requests by `fetch`, by `Deno.serve`; resolves once it listens. */
export async function serve(
  app: HttpKernel | FetchHandler,
  options: ServeOptions = {},
): Promise<RunningServer> {
  const { port = 8080, host = '0.0.0.0', shutdownTimeout = 10_000, signal } = options
  signal?.throwIfAborted()
  const answering = app instanceof HttpKernel ? app : new HandlerAnswers(app)
  const server = deno().serve({ port, hostname: host, onListen() {} }, (request, info) =>
    answerFetch(answering, request, info),
  )
  let closed: Promise<void> | undefined
  const close = () => (closed ??= stop(server, shutdownTimeout))
  signal?.addEventListener('abort', close, { once: true })
  return { port: server.addr.port, close }
}

interface DenoServer {
  readonly addr: { readonly port: number }
  /** Stops accepting; resolves when no request is in flight. */
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
  if (!Deno)
    throw new TypeError('fw/deno runs on Deno. On Node serve by fw/node, on Bun by fw/bun.')
  return Deno
}

async function stop(server: DenoServer, timeout: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeout)))
  await Promise.race([server.shutdown(), expired])
  clearTimeout(timer)
}
