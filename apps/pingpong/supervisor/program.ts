import type { ChildProcess } from 'node:child_process'
import { end, run, say } from './run.ts'

/** A program that ends within this time, in milliseconds, has failed to start. */
const startTime = 5000
const mostFailures = 3
const pause = 1000

/** A program that runs as long as the application does, and is started again when it dies. */
export class Program {
  readonly #name: string
  readonly #colour: number
  readonly #words: readonly string[]
  #child: ChildProcess | undefined
  #failures = 0
  #isStopping = false

  constructor(name: string, colour: number, words: readonly string[]) {
    this.#name = name
    this.#colour = colour
    this.#words = words
  }

  /** `onGivenUp` is called when the program does not start several times in a row. */
  start(onGivenUp: () => void): void {
    const startedAt = Date.now()
    this.#child = run(this.#name, this.#colour, this.#words)
    this.#child.once('close', (code, signal) => {
      if (this.#isStopping) return
      this.#failures = Date.now() - startedAt < startTime ? this.#failures + 1 : 0
      const end = signal ? `was ended by ${signal}` : `ended with code ${code}`
      if (this.#failures === mostFailures) {
        this.#say(`${end} ${mostFailures} times in a row. Everything stops.`)
        return onGivenUp()
      }
      this.#say(`${end}, and is started again.`)
      setTimeout(() => this.#isStopping || this.start(onGivenUp), pause)
    })
  }

  stop(): Promise<void> {
    this.#isStopping = true
    return end(this.#child)
  }

  #say(line: string): void {
    say(this.#name, this.#colour, line)
  }
}
