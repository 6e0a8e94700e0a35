import { Buffer } from 'node:buffer'
import { writeSync } from 'node:fs'
import { isCloudflareWorker } from '../platform/cloudflare-worker.ts'

/** A destination for log lines. */
export interface Destination {
  write(line: string): void
  /** Writes a line together with others, no later than the end of this turn of the event loop. */
  writeBuffered(line: string): void
}

/** The maximum size of an atomic write to a pipe: `PIPE_BUF` on Linux. */
const mostHeld = 4096

const standardErrorFile = 2

const waitingMs = 5

/** Returns standard error, or the console in a Cloudflare worker, which has no file descriptors. */
export function standardError(): Destination {
  if (isCloudflareWorker) return eachAtOnce((line) => console.log(line.trimEnd()))
  return (together ??= new Together())
}

let together: Together | undefined

/** Creates a destination that writes each line immediately. */
export function eachAtOnce(write: (line: string) => void): Destination {
  return { write, writeBuffered: write }
}

/**
 * Combines lines into one write. A system call for each line of an access log would take a tenth of a request's time.
 */
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

  writeBuffered(line: string): void {
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

/** Writes to standard error, and waits while it is full. If its reader is gone, the lines are lost. */
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
