import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Contestant } from './contestants.ts'
import { pinServer } from './cores.ts'
import type { Exchange } from './rows.ts'
import { type Usage, usageOf } from './usage.ts'
import { freePort } from '../../packages/framework/test/free-port.ts'

const startLimitMs = 20_000

/** A contestant running in its own process. */
export class Server {
  readonly name: string
  readonly port: number
  readonly #process: ChildProcess

  private constructor(name: string, port: number, process: ChildProcess) {
    this.name = name
    this.port = port
    this.#process = process
  }

  static async start(contestant: Contestant, nodeOptions: string[] = []): Promise<Server> {
    const port = await freePort()
    const child = fork(new URL(`contestants/${contestant.program}`, import.meta.url), {
      execArgv: [
        '--import',
        new URL('report-usage.ts', import.meta.url).href,
        ...(contestant.imports ?? []).flatMap((module) => ['--import', module]),
        ...nodeOptions,
      ],
      env: { ...process.env, PORT: String(port), NODE_ENV: 'production', FORCE_COLOR: '0' },
    })
    const server = new Server(contestant.name, port, child)
    await server.#untilListening()
    pinServer(server.pid)
    return server
  }

  get pid(): number {
    return this.#process.pid as number
  }

  /** What the process has used so far. */
  usage(): Promise<Usage> {
    return usageOf(this.#process)
  }

  /** Lets the process collect its garbage, as it does by itself when nobody asks it for a while. */
  async collect(): Promise<void> {
    await usageOf(this.#process, 'collect')
  }

  async ask({ method, path, body }: Exchange): Promise<{ status: number; body: string }> {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    })
    return { status: response.status, body: await response.text() }
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    this.#process.kill()
    await once(this.#process, 'exit')
  }

  async #untilListening(): Promise<void> {
    const deadline = Date.now() + startLimitMs
    for (;;) {
      if (this.#process.exitCode !== null) {
        throw new Error(`${this.name} ended with exit code ${this.#process.exitCode}.`)
      }
      try {
        await fetch(`http://127.0.0.1:${this.port}/`)
        return
      } catch (error) {
        if (Date.now() > deadline) {
          await this.stop()
          throw new Error(`${this.name} does not listen on its port.`, { cause: error })
        }
        await sleep(50)
      }
    }
  }
}
