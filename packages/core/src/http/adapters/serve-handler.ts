import { serveHandler as serveOnBun } from './bun/serve.ts'
import { serveHandler as serveOnDeno } from './deno/serve.ts'
import type { RequestHandler } from './node/request-handler.ts'
import { serveHandler as serveOnNode, type ServeOptions } from './node/serve.ts'
import type { RunningServer } from './server/running-server.ts'

/** Starts the server of the current platform. `@fw/core/bun` and `@fw/core/deno` support fewer options. */
export function serveHandler(
  handler: RequestHandler,
  options: ServeOptions,
): Promise<RunningServer> {
  if ('Bun' in globalThis) return serveOnBun(handler, options)
  if ('Deno' in globalThis) return serveOnDeno(handler, options)
  return serveOnNode(handler, options)
}
