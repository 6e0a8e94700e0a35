import { once } from 'node:events'
import type { FetchHandler } from '../adapters/node/fetch-handler.ts'
import type { RunningServer } from '../adapters/running-server.ts'
import { serveAnswers } from '../adapters/serve-answers.ts'
import { heldPort, type Order } from '../console/reserved-process.ts'
import type { HttpKernel } from '../http/http-kernel.ts'
import { developedAnswers, type DevelopedParts } from './developed-answers.ts'
import { endWhenTold, readinessOf, report } from './report.ts'

/** Serves at the address of `fw dev` once `fw dev` has stopped listening there. */
export async function serveLent(
  app: HttpKernel | FetchHandler,
  folder: string,
  parts: DevelopedParts | undefined,
  options: { readonly host: string; readonly shutdownTimeout: number },
): Promise<RunningServer> {
  const answers = developedAnswers(app, folder, parts)
  endWhenTold()
  const told = once(process, 'message') as Promise<[Order]>
  await report(readinessOf(app))
  const [{ fw }] = await told
  const port = heldPort()
  if (fw !== 'listen') return { port, close: () => Promise.resolve() }
  return serveAnswers(answers, { ...options, port })
}
