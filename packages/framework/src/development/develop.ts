import { once } from 'node:events'
import type { Socket } from 'node:net'
import { basename } from 'node:path'
import { Config } from '../config/config.ts'
import type { DevelopOptions } from '../console/commands/dev.ts'
import { addressOf, loopback } from '../console/commands/serve.ts'
import { describeError } from '../console/describe-error.ts'
import type { Inspected } from '../console/reserved-process.ts'
import { handsOver } from '../platform/processes.ts'
import { HeldAddress } from './held-address.ts'
import { LentAddress } from './lent-address.ts'
import type { ReservedServer } from './reserved-server.ts'
import type { Report } from './report.ts'
import { ServerReserve } from './server-reserve.ts'
import type { Trouble } from './explain/trouble.ts'
import { WatchedFiles } from './watch-files.ts'

/** Serves the application in a folder until the signal. Starts a new process whenever its files change. */
export async function develop(folder: string, options: DevelopOptions): Promise<void> {
  const address = handsOver ? new HeldAddress() : new LentAddress()
  const hold = () => {
    const { host, port } = addressOf(options.host, options.port, Config.load(folder), loopback)
    return address.hold(host, port)
  }
  await hold()
  // If the program that started this process over a channel exits, it cannot stop it any more.
  if (process.connected) process.once('disconnect', () => process.emit('SIGTERM', 'SIGTERM'))
  const files = new WatchedFiles(folder)
  const ended = once(options.signal, 'abort').then(() => undefined)
  const reserve = new ServerReserve(folder, options.words)
  for (;;) {
    const server = reserve.take()
    startAt(address, server, options.inspected)
    const changed = await Promise.race([files.next(), ended])
    if (changed !== undefined) {
      process.stdout.write(`${changed} has changed, restarting.\n`)
    }
    address.pause()
    await Promise.all([server.stop(), files.settled()])
    if (changed === undefined) break
    if (basename(changed).endsWith('.json')) await reserve.discard()
    await hold().catch(print)
  }
  await reserve.discard()
  address.close()
  files.close()
}

function print(error: unknown): void {
  process.stderr.write(describeError(error))
}

function startAt(
  address: HeldAddress | LentAddress,
  server: ReservedServer,
  inspected: Inspected | undefined,
): void {
  let trouble: Trouble | undefined
  const listen = (report: Report, socket: Socket | undefined) => {
    if (report.fw === 'ready') {
      void address.serve(server.process)
      tell({ fw: 'serving', paths: report.paths })
    }
    if (report.fw === 'failed') ({ trouble } = report)
    if (report.fw === 'failed-request') tell(report)
    if (report.fw === 'connection' && socket && address instanceof HeldAddress)
      address.accept(socket)
  }
  server.start({ fw: 'start', port: address.port, inspected }, listen)
  server.process.once('exit', async (code, signal) => {
    if (server.isStopping) return
    // After the disconnect, all messages that the process sent before its end have arrived.
    if (server.process.connected) await once(server.process, 'disconnect')
    const how = code === null ? signal : `exit code ${code}`
    const error = `The application has ended (${how}). It starts with the next change.`
    process.stdout.write(`${error}\n`)
    if (!address.hasServed) process.stdout.write(`See the errors at ${address.text}\n`)
    const told = trouble ?? { error, problems: [] }
    await Promise.resolve(address.refuse(told)).catch(print)
    tell({ fw: 'failed', trouble: told })
  })
}

/** Messages to the program that started `fw dev` with a channel. */
type News =
  | { readonly fw: 'serving'; readonly paths: readonly string[] }
  | { readonly fw: 'failed' | 'failed-request'; readonly trouble: Trouble }

function tell(news: News): void {
  if (process.connected) process.send?.(news)
}
