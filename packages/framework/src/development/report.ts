import type { Socket } from 'node:net'
import type { FetchHandler } from '../adapters/node/fetch-handler.ts'
import { onceAlone, type Order } from '../console/reserved-process.ts'
import { HttpKernel } from '../http/http-kernel.ts'
import type { Trouble } from './explain/trouble.ts'

/** What the process of a server tells `fw dev`. With `connection` comes a socket that the next server may have. */
export type Report =
  | { readonly fw: 'connection' }
  /** With the paths of the routes. */
  | { readonly fw: 'ready'; readonly paths: readonly string[] }
  /** The boot, or a request. */
  | { readonly fw: 'failed' | 'failed-request'; readonly trouble: Trouble }

/** That an application can be asked. */
export function readinessOf(app: HttpKernel | FetchHandler): Report {
  const routes = app instanceof HttpKernel ? app.plans.keys() : []
  return { fw: 'ready', paths: Array.from(routes, ({ path }) => path) }
}

/** Resolves when `fw dev` has it, or is gone. */
export function report(report: Report, socket?: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send || !process.connected) resolve()
    else process.send(report, socket, {}, () => resolve())
  })
}

/** Ends this process when `fw dev` says so, or is gone: as if a signal had come, which services of the application may listen to. */
export function endWhenTold(): void {
  const end = () => void process.emit('SIGTERM', 'SIGTERM')
  process.on('message', ({ fw }: Order) => {
    if (fw === 'stop') end()
  })
  onceAlone(end)
}
