import { once } from 'node:events'
import type { Socket } from 'node:net'
import { basename } from 'node:path'
import { Config } from '../../base/config/config.ts'
import type { DevelopOptions } from '../console/commands/dev.ts'
import { addressOf, loopback } from '../console/commands/serve.ts'
import { describeError } from '../console/describe-error.ts'
import type { InspectorAddress, Start } from '../console/standby-process.ts'
import { SocketHandover } from './socket-handover.ts'
import type { StandbyServer } from './standby-server.ts'
import type { Report } from './report.ts'
import { StandbyPool } from './standby-pool.ts'
import type { ErrorReport } from './explain/error-report.ts'
import { hasTerminal, keysText, readKeys } from './keys.ts'
import { WatchedFiles } from './watch-files.ts'
import { describeExit } from '../../base/platform/processes.ts'

/** Serves the application in a folder until the signal is aborted. Starts a new process whenever its files change. */
export async function develop(folder: string, options: DevelopOptions): Promise<void> {
  const handover = new SocketHandover()
  const listen = () => {
    const { host, port } = addressOf(options.host, options.port, Config.load(folder), loopback)
    return handover.listen(host, port)
  }
  const [keys] = await Promise.all([hasTerminal(), listen()])
  // Stops when the program that started this process with an IPC channel has exited, because that program can no longer
  // stop it.
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
    startAt(handover, server, { ...start, inspected: options.inspected })
    const changed = await Promise.race([files.next(), ended])
    if (changed !== undefined) {
      process.stdout.write(changed ? `${changed} has changed, restarting.\n` : 'Restarting.\n')
    }
    start = { since: Date.now(), isRestart: true, isProxied }
    handover.pause()
    await Promise.all([server.stop(), files.settled()])
    if (changed === undefined) break
    if (basename(changed).endsWith('.json')) await standby.discard()
    await listen().catch(print)
  }
  await standby.discard()
  handover.close()
  files.close()
}

function print(error: unknown): void {
  process.stderr.write(describeError(error))
}

function startAt(
  handover: SocketHandover,
  server: StandbyServer,
  start: Start & { readonly inspected: InspectorAddress | undefined },
): void {
  let errorReport: ErrorReport | undefined
  const listen = (report: Report, socket: Socket | undefined) => {
    if (report.fw === 'ready') {
      handover.serve(server.process)
      notify({ fw: 'serving', paths: report.paths })
    }
    if (report.fw === 'failed') ({ errorReport } = report)
    if (report.fw === 'failed-request') notify(report)
    if (report.fw === 'connection' && socket) handover.accept(socket)
  }
  server.start({ fw: 'start', port: handover.port, ...start }, listen)
  server.process.once('exit', async (code, signal) => {
    await server.disconnected
    if (server.isStopping) return
    const exit = describeExit(code ?? String(signal))
    const error = `The application ended (${exit}). It restarts after the next change.`
    process.stdout.write(`${error}\n`)
    if (!handover.hasServed && !start.isProxied)
      process.stdout.write(`See the errors at ${handover.text}\n`)
    const report = errorReport ?? { error, problems: [] }
    handover.refuse(report)
    notify({ fw: 'failed', errorReport: report })
  })
}

/** Messages to a program that has started `fw dev` with an IPC channel. */
type Notification =
  | { readonly fw: 'serving'; readonly paths: readonly string[] }
  | { readonly fw: 'failed' | 'failed-request'; readonly errorReport: ErrorReport }

function notify(notification: Notification): void {
  if (process.connected) process.send?.(notification)
}
