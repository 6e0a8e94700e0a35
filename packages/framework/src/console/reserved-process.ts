import { once } from 'node:events'

/** What `fw dev` tells the process of a server. With `connection` comes a socket. */
export type Order =
  | { readonly fw: 'start'; readonly port: number; readonly inspected: Inspected | undefined }
  /** `listen` lets it have the address. */
  | { readonly fw: 'connection' | 'listen' | 'stop' }

/** Where debuggers find the application. */
export interface Inspected {
  readonly host: string
  readonly port: number
  /** Whether the application boots only once a debugger is there. */
  readonly waits: boolean
}

/** Whether this is the process of a server that `fw dev` holds ready, or has started. */
export function isReserved(): boolean {
  return process.env['FW_RESERVE'] !== undefined
}

let port = 0

/** The port of the address that `fw dev` holds. */
export function heldPort(): number {
  return port
}

/** In the process of a reserved server: resolves when it is started; `prepare` runs until then, at the most. */
export async function awaitStart(
  prepare: (isStarted: () => boolean) => Promise<void>,
): Promise<void> {
  if (!isReserved() || !process.connected) return
  process.once('disconnect', () => whenAlone())
  let isStarted = false
  const start = once(process, 'message').finally(() => (isStarted = true))
  await prepare(() => isStarted)
  const [order] = (await start) as [Order & { fw: 'start' }]
  port = order.port
  if (order.inspected) await inspect(order.inspected)
}

/** The server before this one has ended, so the port is free. */
async function inspect({ host, port: place, waits }: Inspected): Promise<void> {
  const inspector = await import('node:inspector')
  inspector.open(place, host)
  if (!waits) return
  inspector.waitForDebugger()
  // oxlint-disable-next-line no-debugger -- What --inspect-brk of Node does before the first module.
  debugger
}

let whenAlone = (): void => process.exit()

/** Says what to do when `fw dev` is gone; until then the process ends at once. */
export function onceAlone(end: () => void): void {
  whenAlone = end
}
