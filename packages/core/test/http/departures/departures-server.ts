import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bundle } from '../adapters/contract/bundle.ts'
import { programs } from '../adapters/contract/programs.ts'
import type { Level } from './bookkeeping.ts'

export type Runtime = 'Node' | 'Bun' | 'Deno'

const entry = new URL('fixtures/serve.ts', import.meta.url)

/** The resources of the process, with the temporary files of its uploads. */
type ProcessLevel = Level & { readonly files: readonly string[] }

/** The application in a process on its own, with a folder for its temporary files. */
export class DeparturesServer {
  port = 0
  readonly #runtime: Runtime
  readonly #child: ChildProcess
  readonly #folder: string
  #lastWords = ''

  private constructor(runtime: Runtime, child: ChildProcess, folder: string) {
    this.#runtime = runtime
    this.#child = child
    this.#folder = folder
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on(
        'data',
        (text) => (this.#lastWords = (this.#lastWords + String(text)).slice(-10_000)),
      )
    }
  }

  static async start(runtime: Runtime): Promise<DeparturesServer> {
    const folder = mkdtempSync(join(tmpdir(), 'fw-departures-'))
    const temporary = join(folder, 'temporary')
    mkdirSync(temporary)
    const [program, args] = await commandOf(runtime, folder)
    const child = spawn(program, args, {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const server = new DeparturesServer(runtime, child, folder)
    server.port = Number((await server.#printed(/port (\d+)\n/u))[1])
    return server
  }

  /** Undefined while the process runs; otherwise how it ended, and the last that it wrote. */
  get end(): string | undefined {
    const { exitCode, signalCode } = this.#child
    if (exitCode === null && signalCode === null) return undefined
    return `Ended with ${exitCode ?? signalCode} after writing ${this.#lastWords}`
  }

  async #printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#lastWords)
      if (found) return found
      if (this.end) throw new Error(this.end)
      await sleep(20)
    }
  }

  /** The level after a collection of garbage. */
  level(): Promise<ProcessLevel> {
    return this.#level('/level?collect')
  }

  /** The level as it is. */
  quickLevel(): Promise<ProcessLevel> {
    return this.#level('/level')
  }

  async #level(path: string): Promise<ProcessLevel> {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      headers: { connection: 'close' },
    })
    const level = (await response.json()) as Level
    return { ...level, files: readdirSync(join(this.#folder, 'temporary')) }
  }

  /** The level once it has settled, after a collection of garbage. Rejects after a minute. */
  async settled(): Promise<ProcessLevel> {
    await this.settle(60_000, { unsettled: 0, openBodies: 0, permits: 5, files: [] })
    return this.level()
  }

  /**
   * Resolves once no more requests, bodies, permits and files are held than at `to`; rejects after `limit`
   * milliseconds. On Bun bodies may stay open: `Bun.serve` forgets to cancel some whose clients left before their
   * request was read.
   */
  async settle(limit: number, to: Omit<ProcessLevel, 'descriptors' | 'memory'>): Promise<void> {
    for (const end = Date.now() + limit; ;) {
      const level = await this.quickLevel()
      const { unsettled, openBodies, permits, files } = level
      const isForgotten = openBodies > to.openBodies && this.#runtime !== 'Bun'
      const isHeld =
        unsettled > to.unsettled || permits < to.permits || files.length > to.files.length
      if (!isForgotten && !isHeld) return
      if (Date.now() > end) throw new Error(`Not settled: ${JSON.stringify(level)}.`)
      await sleep(20)
    }
  }

  async stop(): Promise<void> {
    if (this.end === undefined) {
      this.#child.kill('SIGKILL')
      await once(this.#child, 'exit')
    }
    rmSync(this.#folder, { recursive: true })
  }
}

async function commandOf(
  runtime: Runtime,
  folder: string,
): Promise<[program: string, args: string[]]> {
  if (runtime === 'Node') {
    const options = ['--expose-gc', '--import', '@fw/transform/register']
    return [process.execPath, [...options, fileURLToPath(entry), folder]]
  }
  await bundle(entry, folder)
  const main = join(folder, 'main.js')
  const { bun, deno } = programs
  if (runtime === 'Bun') return [bun as string, ['run', main, folder]]
  return [deno as string, ['run', '--allow-all', '--v8-flags=--expose-gc', main, folder]]
}
