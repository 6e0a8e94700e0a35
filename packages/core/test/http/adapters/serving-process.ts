import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ResourceUsage } from './fixtures/resource-usage.ts'

const loadServer = fileURLToPath(new URL('fixtures/load-server.ts', import.meta.url))

/** A server in a separate process, which reports its resources. */
export class ServingProcess {
  readonly port: number
  readonly child: ChildProcess
  #lastWords = ''

  private constructor(port: number, child: ChildProcess) {
    this.port = port
    this.child = child
    child.stdout?.resume()
    child.stderr?.on('data', (text) => {
      this.#lastWords = (this.#lastWords + String(text)).slice(-10_000)
    })
  }

  /** Its temporary files lie in `folder`. What it writes is kept back. */
  static async start(folder: string, program = loadServer): Promise<ServingProcess> {
    const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder }
    const child = fork(program, {
      // The loader is that of the packages which the program has.
      cwd: dirname(program),
      // V8 may double its young generation at any time, and every piece of a body that waits in it with it.
      execArgv: ['--expose-gc', '--max-semi-space-size=4', '--import', '@fw/transform/register'],
      env,
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    })
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]
    return new ServingProcess(port, child)
  }

  /** Undefined while it runs; else how it ended, and the last that it wrote to standard error. */
  get end(): string | undefined {
    const { exitCode, signalCode } = this.child
    if (exitCode === null && signalCode === null) return undefined
    return `Ended with ${exitCode ?? signalCode} after writing ${this.#lastWords}`
  }

  async usage(): Promise<ResourceUsage> {
    this.child.send('holdings')
    const [found] = (await once(this.child, 'message')) as [ResourceUsage]
    return found
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.end !== undefined) return
    this.child.kill(signal)
    await once(this.child, 'exit')
  }
}
