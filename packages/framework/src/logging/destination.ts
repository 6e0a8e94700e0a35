import { Buffer } from 'node:buffer'
import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { SonicBoom } from 'sonic-boom'
import { readBundle } from '../platform/bundle.ts'
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
  #stream: SonicBoom | undefined
  #held = ''
  #isScheduled = false

  constructor() {
    process.on('exit', () => this.#flush())
  }

  write(line: string): void {
    const lines = this.#held + line
    this.#held = ''
    const written = writeAscii(lines)
    if (written < lines.length) (this.#stream ??= this.#open()).write(lines.slice(written))
  }

  /** Waits where standard error is full. Nobody is left to be told that it cannot be written to: the next line tries again. */
  #open(): SonicBoom {
    const { SonicBoom } = readBundle()?.log.stream() ?? loadInstalled()
    const stream = new SonicBoom({ fd: standardErrorFile, sync: true })
    return stream.on('error', () => (this.#stream = undefined))
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

/**
 * Writes as much to standard error as the system takes at once, if it is all ASCII, and gives the number of characters.
 * `sonic-boom`, which knows what to do about the rest, takes three times as long for lines that are held together.
 */
function writeAscii(lines: string): number {
  if (Buffer.byteLength(lines) !== lines.length) return 0
  try {
    return writeSync(standardErrorFile, lines, null, 'latin1')
  } catch {
    return 0
  }
}

function loadInstalled(): { readonly SonicBoom: typeof SonicBoom } {
  return createRequire(import.meta.url)('sonic-boom') as { SonicBoom: typeof SonicBoom }
}
