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
const maxBuffered = 4096

const standardErrorFile = 2

const retryDelayMs = 5

/** Returns standard error, or the console in a Cloudflare worker, which has no file descriptors. */
export function standardError(): Destination {
  if (isCloudflareWorker) return unbuffered((line) => console.log(line.trimEnd()))
  return (buffered ??= new BufferedDestination())
}

let buffered: BufferedDestination | undefined

/** Creates a destination that writes each line immediately. */
export function unbuffered(write: (line: string) => void): Destination {
  return { write, writeBuffered: write }
}

/**
 * Combines lines into one write. A system call for each line of an access log would take a tenth of a request's time.
 */
class BufferedDestination implements Destination {
  #buffer = ''
  #isScheduled = false

  constructor() {
    process.on('exit', () => this.#flush())
  }

  write(line: string): void {
    const lines = this.#buffer + line
    this.#buffer = ''
    writeAll(Buffer.from(lines))
  }

  writeBuffered(line: string): void {
    if (this.#buffer.length + line.length > maxBuffered) this.#flush()
    this.#buffer += line
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#buffer !== '') this.write('')
  }
}

/** Writes to standard error, and waits while the pipe is full. If the reading process has ended, the lines are lost. */
function writeAll(lines: Buffer): void {
  let written = 0
  while (written < lines.length) {
    try {
      written += writeSync(standardErrorFile, lines, written)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryDelayMs)
    }
  }
}
