import { serveAnswers as serveOnBun } from './bun/serve.ts'
import { serveAnswers as serveOnDeno } from './deno/serve.ts'
import type { Answering } from './node/fetch-handler.ts'
import { serveAnswers as serveOnNode, type ServeOptions } from './node/serve.ts'
import type { RunningServer } from './running-server.ts'

/** Serves with the server of the current platform. `fw/bun` and `fw/deno` support fewer options. */
export function serveAnswers(answering: Answering, options: ServeOptions): Promise<RunningServer> {
  if ('Bun' in globalThis) return serveOnBun(answering, options)
  if ('Deno' in globalThis) return serveOnDeno(answering, options)
  return serveOnNode(answering, options)
}
