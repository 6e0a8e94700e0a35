import type { Socket } from 'node:net'
import type { FetchHandler } from '../../http/adapters/node/request-handler.ts'
import { onParentExit, type StandbyMessage } from '../console/standby-process.ts'
import { HttpKernel } from '../../http/http-kernel.ts'
import type { ErrorReport } from './explain/error-report.ts'

/** Messages from a server's process to `fw dev`. A `connection` comes with a socket for the next server. */
export type Report =
  | { readonly fw: 'connection' }
  /** The application is ready. Includes the paths of the routes. */
  | { readonly fw: 'ready'; readonly paths: readonly string[] }
  /** The boot or a request failed. */
  | { readonly fw: 'failed' | 'failed-request'; readonly errorReport: ErrorReport }

/** Returns the message that an application is ready. */
export function readinessOf(app: HttpKernel | FetchHandler): Report {
  const routes = app instanceof HttpKernel ? app.plans.keys() : []
  return { fw: 'ready', paths: Array.from(routes, ({ path }) => path) }
}

/** Sends a message to `fw dev`. Resolves when it has been sent, or if `fw dev` has exited. */
export function report(report: Report, socket?: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send || !process.connected) resolve()
    else process.send(report, socket, {}, () => resolve())
  })
}

/**
 * Ends this process when `fw dev` requests it or exits. Emits SIGTERM, so that services of the application can react.
 */
export function endOnRequest(): void {
  const end = () => void process.emit('SIGTERM', 'SIGTERM')
  process.on('message', ({ fw }: StandbyMessage) => {
    if (fw === 'stop') end()
  })
  onParentExit(end)
}
