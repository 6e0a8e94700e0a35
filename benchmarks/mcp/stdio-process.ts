import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { type Usage, usageOf } from '../http/usage.ts'

const inFlight = 32

/** A contestant that reads and writes lines. */
export class StdioProcess {
  readonly name: string
  readonly #child: ChildProcess
  readonly #input: Writable
  readonly #output: Readable

  constructor(name: string, program: string) {
    this.name = name
    this.#child = fork(new URL(`contestants/${program}`, import.meta.url), {
      execArgv: [
        '--import',
        new URL('../http/report-usage.ts', import.meta.url).href,
        '--import',
        '@fw/transform/register',
      ],
      stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
    })
    this.#input = this.#child.stdin as Writable
    this.#output = this.#child.stdout as Readable
  }

  async ask(message: object): Promise<string> {
    this.#input.write(`${JSON.stringify(message)}\n`)
    let text = ''
    while (!text.endsWith('\n')) text += String((await once(this.#output, 'data'))[0])
    return text
  }

  /** Sends `count` copies, at most 32 of them unanswered; resolves to the seconds it took. */
  async run(message: object, count: number): Promise<number> {
    const blocks = Array.from({ length: Math.ceil(count / inFlight) }, (_, block) =>
      Buffer.from(
        Array.from(
          { length: inFlight },
          (_, index) => `${JSON.stringify({ ...message, id: block * inFlight + index })}\n`,
        ).join(''),
      ),
    )
    const start = performance.now()
    let answered = 0
    let sent = 0
    await new Promise<void>((resolve) => {
      const send = () => {
        if (sent === blocks.length) return
        this.#input.write(blocks[sent] as Buffer)
        sent += 1
      }
      const take = (chunk: Buffer) => {
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) answered += 1
        if (answered === blocks.length * inFlight) {
          this.#output.off('data', take)
          resolve()
        } else if (sent * inFlight - answered <= inFlight / 2) {
          send()
        }
      }
      this.#output.on('data', take)
      send()
    })
    return (performance.now() - start) / 1000
  }

  /** Returns the resources that the process has used so far. */
  usage(): Promise<Usage> {
    return usageOf(this.#child)
  }

  async stop(): Promise<void> {
    this.#child.kill()
    await once(this.#child, 'exit')
  }
}
