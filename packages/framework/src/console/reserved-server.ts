import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** How long a server may take to end before it is killed. */
const stopMilliseconds = 2000

/**
 * A process of `fw serve` that waits to be started. It has already loaded the framework and read the application:
 * that takes longer than the rest.
 */
export class ReservedServer {
  readonly #child: ChildProcess

  constructor(folder: string, options: readonly string[]) {
    this.#child = spawn(process.execPath, [process.argv[1] ?? '', 'serve', ...options], {
      cwd: folder,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // What was built is for production; this runs the source.
      env: { FW_SHUTDOWN_SECONDS: '1', ...process.env, NODE_ENV: 'development', FW_RESERVE: '1' },
    })
    const killWithParent = () => this.#child.kill('SIGKILL')
    process.once('exit', killWithParent)
    this.#child.once('exit', () => process.off('exit', killWithParent))
  }

  start(): void {
    this.#child.send('start', () => {})
    this.#child.once('exit', (code) => {
      if (this.#child.killed) return
      process.stdout.write(
        `The application has ended (exit code ${code}). It starts with the next change.\n`,
      )
    })
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const limit = setTimeout(() => this.#child.kill('SIGKILL'), stopMilliseconds)
    this.#child.kill('SIGTERM')
    await once(this.#child, 'exit')
    clearTimeout(limit)
  }
}

/** Whether this is the process of a reserved server, or was. */
export function isReserved(): boolean {
  return process.env['FW_RESERVE'] !== undefined
}

/** In the process of a reserved server: resolves when it is started; `prepare` runs until then, at the most. */
export async function awaitStart(
  prepare: (isStarted: () => boolean) => Promise<void>,
): Promise<void> {
  if (!isReserved() || !process.connected) return
  process.once('disconnect', exit)
  let isStarted = false
  const start = once(process, 'message').then(() => (isStarted = true))
  await prepare(() => isStarted)
  await start
  process.off('disconnect', exit)
  process.disconnect?.()
}

/** `fw dev` is gone. */
function exit(): void {
  process.exit()
}
