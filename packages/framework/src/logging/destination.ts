import type * as library from 'pino'
import { isCloudflareWorker } from '../platform/cloudflare-worker.ts'

/** Where finished lines go. */
export interface Destination {
  write(line: string): void
  /** Writes a line at the end of this turn of the event loop at the latest, together with others. */
  writeSoon(line: string): void
}

/** What is written at once to a pipe stays together, if it is not more than this: Linux's `PIPE_BUF`. */
const mostHeld = 4096

/** Standard error, or the console of a worker, which has no file descriptors. */
export function standardError(pino: typeof library.pino): Destination {
  if (isCloudflareWorker) return eachAtOnce((line) => console.log(line.trimEnd()))
  return (together ??= new Together(pino.destination({ fd: 2, sync: true })))
}

let together: Together | undefined

/** Writes each line when it comes. */
export function eachAtOnce(write: (line: string) => void): Destination {
  return { write, writeSoon: write }
}

/** A system call for each line of an access log would be a tenth of what a request costs. */
class Together implements Destination {
  readonly #stream: library.DestinationStream
  #held = ''
  #isScheduled = false

  constructor(stream: library.DestinationStream) {
    this.#stream = stream
    process.on('exit', () => this.#flush())
  }

  write(line: string): void {
    const lines = this.#held + line
    this.#held = ''
    this.#stream.write(lines)
  }

  writeSoon(line: string): void {
    if (this.#held.length + line.length > mostHeld) this.#flush()
    this.#held += line
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#held !== '') this.write('')
  }
}

let last = 0
let lastText = ''

/** The time as the library writes it into a line. Many lines have the same one. */
export function timeNow(): string {
  const now = Date.now()
  if (now !== last) {
    last = now
    lastText = `,"time":"${new Date(now).toISOString()}"`
  }
  return lastText
}
