import { Buffer } from 'node:buffer'
import { writeSync } from 'node:fs'
import { isCloudflareWorker } from '../platform/cloudflare-worker.ts'

/** Where finished lines go. */
export interface Destination {
  write(line: string): void
  /** Writes a line at the end of this turn of the event loop at the latest, together with others. */
  writeSoon(line: string): void
}

/** What is written at once to a pipe stays together, if it is not more than this: Linux's `PIPE_BUF`. */
const mostHeld = 4096

const standardErrorFile = 2

const waitingMs = 5

/** Standard error, or the console of a worker, which has no file descriptors. */
export function standardError(): Destination {
  if (isCloudflareWorker) return eachAtOnce((line) => console.log(line.trimEnd()))
  return (together ??= new Together())
}

let together: Together | undefined

/** Writes each line when it comes. */
export function eachAtOnce(write: (line: string) => void): Destination {
  return { write, writeSoon: write }
}

/** A system call for each line of an access log would be a tenth of what a request costs. */
class Together implements Destination {
  #held = ''
  #isScheduled = false

  constructor() {
    process.on('exit', () => this.#flush())
  }

  write(line: string): void {
    const lines = this.#held + line
    this.#held = ''
    writeAll(Buffer.from(lines))
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

/** Waits while standard error is full. Where nobody reads it any more, nobody is left to be told. */
function writeAll(lines: Buffer): void {
  let written = 0
  while (written < lines.length) {
    try {
      written += writeSync(standardErrorFile, lines, written)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitingMs)
    }
  }
}
