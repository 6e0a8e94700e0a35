import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Holdings } from './fixtures/holdings.ts'

const loadServer = new URL('fixtures/load-server.ts', import.meta.url)

/** A server in a process of its own, which says what it holds. */
export class ServingProcess {
  readonly port: number
  readonly #child: ChildProcess

  private constructor(port: number, child: ChildProcess) {
    this.port = port
    this.#child = child
  }

  /** Its temporary files lie in `folder`. */
  static async start(folder: string, program = loadServer): Promise<ServingProcess> {
    const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder }
    const child = fork(fileURLToPath(program), {
      execArgv: ['--import', '@fw/transform/register'],
      env,
    })
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]
    return new ServingProcess(port, child)
  }

  async holdings(): Promise<Holdings> {
    this.#child.send('holdings')
    const [found] = (await once(this.#child, 'message')) as [Holdings]
    return found
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill(signal)
    await once(this.#child, 'exit')
  }
}
