import { once } from 'node:events'
import type { Socket } from 'node:net'
import { basename } from 'node:path'
import { Config } from '../../base/config/config.ts'
import type { DevelopOptions } from '../console/commands/dev.ts'
import { addressOf, loopback } from '../console/commands/serve.ts'
import { describeError } from '../console/describe-error.ts'
import type { Inspected, Start } from '../console/standby-process.ts'
import { SocketHandover } from './socket-handover.ts'
import type { StandbyServer } from './standby-server.ts'
import type { Report } from './report.ts'
import { StandbyPool } from './standby-pool.ts'
import type { ErrorReport } from './explain/error-report.ts'
import { hasTerminal, keysText, readKeys } from './keys.ts'
import { WatchedFiles } from './watch-files.ts'

/** Serves the application in a folder until the signal is aborted. Starts a new process whenever its files change. */
export async function develop(folder: string, options: DevelopOptions): Promise<void> {
  const address = new SocketHandover()
  const hold = () => {
    const { host, port } = addressOf(options.host, options.port, Config.load(folder), loopback)
    return address.hold(host, port)
  }
  const [keys] = await Promise.all([hasTerminal(), hold()])
  // If a program started this process with an IPC channel and has exited, it can no longer stop this process.
  if (process.connected) process.once('disconnect', () => process.emit('SIGTERM', 'SIGTERM'))
  const files = new WatchedFiles(folder)
  if (keys) readKeys(() => files.requestRestart())
  const ended = once(options.signal, 'abort').then(() => undefined)
  const standby = new StandbyPool(folder, options.argv)
  const isProxied = process.connected
  let start: Start = {
    since: performance.timeOrigin,
    isRestart: false,
    isProxied,
    ...(keys && { keys: keysText }),
  }
  for (;;) {
    const server = standby.take()
    startAt(address, server, { ...start, inspected: options.inspected })
    const changed = await Promise.race([files.next(), ended])
    if (changed !== undefined) {
      process.stdout.write(changed ? `${changed} has changed, restarting.\n` : 'Restarting.\n')
    }
    start = { since: Date.now(), isRestart: true, isProxied }
    address.pause()
    await Promise.all([server.stop(), files.settled()])
    if (changed === undefined) break
    if (basename(changed).endsWith('.json')) await standby.discard()
    await hold().catch(print)
  }
  await standby.discard()
  address.close()
  files.close()
}

function print(error: unknown): void {
  process.stderr.write(describeError(error))
}

function startAt(
  address: SocketHandover,
  server: StandbyServer,
  start: Start & { readonly inspected: Inspected | undefined },
): void {
  let errorReport: ErrorReport | undefined
  const listen = (report: Report, socket: Socket | undefined) => {
    if (report.fw === 'ready') {
      address.serve(server.process)
      notify({ fw: 'serving', paths: report.paths })
    }
    if (report.fw === 'failed') ({ errorReport } = report)
    if (report.fw === 'failed-request') notify(report)
    if (report.fw === 'connection' && socket) address.accept(socket)
  }
  server.start({ fw: 'start', port: address.port, ...start }, listen)
  server.process.once('exit', async (code, signal) => {
    if (server.isStopping) return
    // After the disconnect, all messages that the process has sent are here.
    if (server.process.connected) await once(server.process, 'disconnect')
    const how = code === null ? signal : `exit code ${code}`
    const error = `The application ended (${how}). It restarts after the next change.`
    process.stdout.write(`${error}\n`)
    if (!address.hasServed && !start.isProxied)
      process.stdout.write(`See the errors at ${address.text}\n`)
    const shown = errorReport ?? { error, problems: [] }
    address.refuse(shown)
    notify({ fw: 'failed', errorReport: shown })
  })
}

/** Messages to a program that has started `fw dev` with an IPC channel. */
type Notification =
  | { readonly fw: 'serving'; readonly paths: readonly string[] }
  | { readonly fw: 'failed' | 'failed-request'; readonly errorReport: ErrorReport }

function notify(notification: Notification): void {
  if (process.connected) process.send?.(notification)
}
