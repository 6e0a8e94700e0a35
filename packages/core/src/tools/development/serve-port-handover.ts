import { once } from 'node:events'
import type { FetchHandler } from '../../http/adapters/node/request-handler.ts'
import type { RunningServer } from '../../http/adapters/server/running-server.ts'
import { serveHandler } from '../../http/adapters/serve-handler.ts'
import { handoverPort, type Order } from '../console/standby-process.ts'
import type { HttpKernel } from '../../http/http-kernel.ts'
import { createDevelopmentHandler, type DevelopmentParts } from './development-handler.ts'
import { endOnRequest, readinessOf, report } from './report.ts'

/** Serves at the address of `fw dev` once `fw dev` has stopped listening there. */
export async function servePortHandover(
  app: HttpKernel | FetchHandler,
  folder: string,
  parts: DevelopmentParts | undefined,
  options: { readonly host: string; readonly shutdownTimeout: number },
): Promise<RunningServer> {
  const handler = createDevelopmentHandler(app, folder, parts)
  endOnRequest()
  const ordered = once(process, 'message') as Promise<[Order]>
  await report(readinessOf(app))
  const [{ fw }] = await ordered
  const port = handoverPort()
  if (fw !== 'listen') return { port, close: () => Promise.resolve() }
  return serveHandler(handler, { ...options, port })
}
