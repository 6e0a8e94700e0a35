import { once } from 'node:events'

/** Messages from `fw dev` to the process of a server. A `connection` comes with a socket. */
export type StandbyMessage =
  | ({
      readonly fw: 'start'
      readonly port: number
      readonly inspected: InspectorAddress | undefined
    } & Start)
  | { readonly fw: 'connection' | 'stop' }

/** Details about the start of a server. */
export interface Start {
  /** The time at which `fw dev` was started or a file was changed, in milliseconds since the epoch. */
  readonly since: number
  /** True for all starts except the first one of `fw dev`. */
  readonly isRestart: boolean
  /** The keyboard shortcuts of `fw dev`. */
  readonly keys?: string
  /** True if the program that started `fw dev`, such as Vite, shows its own address. */
  readonly isProxied: boolean
}

/** The address on which debuggers can connect. */
export interface InspectorAddress {
  readonly host: string
  readonly port: number
  /** True to wait for a debugger before the application boots. */
  readonly waits: boolean
}

/** True in a server process that `fw dev` keeps on standby or has started. */
export function isStandby(): boolean {
  return process.env['FW_RESERVE'] !== undefined
}

let port = 0

let start: Start | undefined

/** Returns details about the start of this server; undefined before the start, and outside of `fw dev`. */
export function startReason(): Start | undefined {
  return start
}

/** Returns the port on which `fw dev` listens. */
export function handoverPort(): number {
  return port
}

/** Resolves when this standby server is started; immediately in other processes. `prepare` may run until then. */
export async function awaitStart(
  prepare: (isStarted: () => boolean) => Promise<void>,
): Promise<void> {
  if (!isStandby() || !process.connected) return
  process.once('disconnect', () => handleParentExit())
  let isStarted = false
  const message = once(process, 'message').finally(() => (isStarted = true))
  await prepare(() => isStarted)
  const [order] = (await message) as [StandbyMessage & { fw: 'start' }]
  port = order.port
  start = order
  if (order.inspected) await inspect(order.inspected)
}

/** Opens the inspector of Node. The port is free, because the previous server has ended. */
async function inspect({ host, port: inspectorPort, waits }: InspectorAddress): Promise<void> {
  const inspector = await import('node:inspector')
  inspector.open(inspectorPort, host)
  if (!waits) return
  inspector.waitForDebugger()
  // oxlint-disable-next-line no-debugger -- Node's --inspect-brk does the same before the first module.
  debugger
}

let handleParentExit = (): void => process.exit()

/** Sets the function to call when `fw dev` exits. By default, the process exits immediately. */
export function onParentExit(end: () => void): void {
  handleParentExit = end
}
