import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { StandbyMessage } from '../console/standby-process.ts'
import type { Report } from './report.ts'

/** The time that a server may take to stop before it is killed, in milliseconds. */
const stopTimeout = 4000

/**
 * A process of `fw serve` on standby. It has already loaded the framework and read the application, which take most of
 * the time of a start.
 */
export class StandbyServer {
  readonly process: ChildProcess
  /** Resolves when all messages of the process have been received. On Deno, this can be after `exit`. */
  readonly disconnected: Promise<void>
  #listens = false
  #isStopping = false

  constructor(folder: string, options: readonly string[]) {
    this.process = spawn(process.execPath, [process.argv[1] ?? '', 'serve', ...options], {
      cwd: folder,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // Runs the source, because a built application is for production.
      env: { FW_SHUTDOWN_SECONDS: '3', ...process.env, NODE_ENV: 'development', FW_RESERVE: '1' },
    })
    this.disconnected = new Promise((resolve) => this.process.once('disconnect', () => resolve()))
    const killWithParent = () => this.process.kill('SIGKILL')
    process.once('exit', killWithParent)
    this.process.once('exit', () => process.off('exit', killWithParent))
  }

  /** Starts the server. `onMessage` receives its messages and the connections that it returns. */
  start(
    message: StandbyMessage & { readonly fw: 'start' },
    onMessage: (report: Report, socket: Socket | undefined) => void,
  ): void {
    this.process.on('message', (report: Report, socket) => {
      if (report.fw === 'ready') this.#listens = true
      onMessage(report, socket as Socket | undefined)
    })
    this.#send(message)
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Stops the process. Resolves when it has ended. */
  async stop(): Promise<void> {
    const { process: child } = this
    this.#isStopping = true
    if (child.exitCode !== null || child.signalCode !== null) return
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
    // Messages arrive in order, so the server has received all connections when it gets this message.
    if (this.#listens && child.connected) this.#send({ fw: 'stop' })
    else child.kill('SIGTERM')
    await once(child, 'exit')
    clearTimeout(timer)
  }

  #send(message: StandbyMessage): void {
    this.process.send(message, () => {})
  }
}
