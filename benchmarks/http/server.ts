import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Contestant } from './contestants.ts'
import { pinServer } from './cores.ts'
import type { Exchange } from './rows.ts'
import { type Usage, usageOf } from './usage.ts'
import { freePort } from '../../packages/core/test/support/free-port.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const startLimitMs = 20_000

/** A process that is to listen, and how what it has used so far is known. */
interface Started {
  readonly name: string
  readonly port: number
  readonly process: ChildProcess
  readonly usage: (message?: 'collect') => Promise<Usage>
}

/** A contestant running in its own process. */
export class Server {
  readonly #started: Started

  private constructor(started: Started) {
    this.#started = started
  }

  static async start(contestant: Contestant, nodeOptions: string[] = []): Promise<Server> {
    const port = await freePort()
    const { name, root = repository } = contestant
    const folder = pathToFileURL(`${root}/benchmarks/http/contestants/`)
    const process = fork(new URL(contestant.program, folder), {
      cwd: root,
      execArgv: [
        '--import',
        new URL('report-usage.ts', import.meta.url).href,
        ...(contestant.imports ?? []).flatMap((module) => ['--import', module]),
        ...nodeOptions,
      ],
      env: { ...serverEnv(port), ...contestant.env },
    })
    return Server.of({ name, port, process, usage: (message) => usageOf(process, message) })
  }

  /** Resolves when the process listens. */
  static async of(started: Started): Promise<Server> {
    const server = new Server(started)
    await server.#untilListening()
    pinServer(server.pid)
    return server
  }

  get name(): string {
    return this.#started.name
  }

  get port(): number {
    return this.#started.port
  }

  get pid(): number {
    return this.#started.process.pid as number
  }

  /** Returns the resources that the process has used so far. */
  usage(): Promise<Usage> {
    return this.#started.usage()
  }

  /** Lets the process collect its garbage, as it does when it is idle for a while. */
  async collect(): Promise<void> {
    await this.#started.usage('collect')
  }

  async ask({ method, path, body }: Exchange): Promise<{ status: number; body: string }> {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    })
    return { status: response.status, body: await response.text() }
  }

  async stop(): Promise<void> {
    const { process } = this.#started
    if (process.exitCode !== null || process.signalCode !== null) return
    process.kill()
    await once(process, 'exit')
  }

  async #untilListening(): Promise<void> {
    const deadline = Date.now() + startLimitMs
    for (;;) {
      const { exitCode } = this.#started.process
      if (exitCode !== null) throw new Error(`${this.name} ended with exit code ${exitCode}.`)
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

/** The environment of a contestant that is to listen at a port. */
export function serverEnv(port: number): NodeJS.ProcessEnv {
  return { ...process.env, PORT: String(port), NODE_ENV: 'production', FORCE_COLOR: '0' }
}
