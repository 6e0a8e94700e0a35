import type { ChildProcess } from 'node:child_process'
import { end, run, say } from './run.ts'

/** The external loop: runs a command at an interval in milliseconds, one run at a time. */
export class Cron {
  readonly #name: string
  readonly #colour: number
  readonly #words: readonly string[]
  readonly #interval: number
  #timer: NodeJS.Timeout | undefined
  #child: ChildProcess | undefined

  constructor(name: string, colour: number, words: readonly string[], interval: number) {
    this.#name = name
    this.#colour = colour
    this.#words = words
    this.#interval = interval
  }

  start(): void {
    this.#say(`Running ${this.#words.join(' ')} every ${this.#interval / 1000} seconds.`)
    this.#timer = setInterval(() => this.#tick(), this.#interval)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await end(this.#child)
  }

  #tick(): void {
    if (this.#child) return
    const child = run(this.#name, this.#colour, this.#words)
    this.#child = child
    child.once('close', (code) => {
      this.#child = undefined
      if (code) this.#say(`${this.#words.join(' ')} ended with code ${code}.`)
    })
  }

  #say(line: string): void {
    say(this.#name, this.#colour, line)
  }
}
