import { standardError } from '../../base/logging/destination.ts'

/** An output stream, such as `process.stderr`. */
export interface TerminalStream {
  readonly isTTY?: boolean
  /** The width of the terminal. Default: 80. */
  readonly columns?: number
  write(text: string): unknown
}

/**
 * The last line of a terminal, below the other output of the process. It is cleared before other output is written, and
 * drawn again after a line break.
 */
export class TerminalLine {
  readonly #stream: TerminalStream
  readonly #write: (text: string) => unknown
  readonly #restore: (() => void)[] = []
  #drawn = ''
  #isAtLineStart = true

  constructor(stream: TerminalStream) {
    this.#stream = stream
    this.#write = stream.write.bind(stream)
    for (const output of new Set<Writer>([stream, ...otherOutputs(stream)])) this.#watch(output)
    for (const name of endEvents) {
      const end = () => this.#end(name)
      process.on(name, end)
      this.#restore.push(() => process.off(name, end))
    }
  }

  /** Draws the line again with a new text, if the other output ended with a line break. */
  draw(text: string): void {
    if (!this.#isAtLineStart) return
    const line = truncate(text, (this.#stream.columns ?? 80) - 1)
    if (line === this.#drawn) return
    this.#drawn = line
    // Moves the cursor to the start, so that output of other programs begins there.
    this.#write(`\r\u001b[K${line}\r`)
  }

  clear(): void {
    if (this.#drawn !== '') this.#write('\r\u001b[K')
    this.#drawn = ''
  }

  /** Clears the line. It is not drawn again. */
  close(): void {
    this.clear()
    for (const restore of this.#restore.splice(0)) restore()
  }

  #watch(output: Writer): void {
    const { write } = output
    const watched = (...words: Parameters<Writer['write']>) => {
      this.clear()
      this.#isAtLineStart = endsLine(words[0])
      return write.apply(output, words)
    }
    output.write = watched
    this.#restore.push(() => {
      if (output.write === watched) output.write = write
    })
  }

  /** Clears the line when the process ends. A signal ends the process if the signal has no other listener. */
  #end(name: (typeof endEvents)[number]): void {
    this.close()
    if (name !== 'exit' && process.listenerCount(name) === 0) process.kill(process.pid, name)
  }
}

interface Writer {
  write(text: string | Uint8Array, ...others: unknown[]): unknown
}

const endEvents = ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Returns the writers, other than `stream`, that write to the same terminal: the log and standard output. Only standard
 * error has such writers.
 */
function otherOutputs(stream: TerminalStream): Writer[] {
  if (stream !== process.stderr) return []
  const { stdout } = process
  return [standardError() as Writer, ...(stdout.isTTY ? [stdout as Writer] : [])]
}

function endsLine(text: string | Uint8Array): boolean {
  return text.length === 0 || text.at(-1) === '\n' || text.at(-1) === newLine
}

const newLine = 0x0a

/** Truncates a text to the width of a terminal, in which some characters need two columns. */
function truncate(text: string, columns: number): string {
  let width = 0
  let fitting = ''
  for (const character of text.replaceAll(/\p{Cc}+/gu, ' ')) {
    width += (character.codePointAt(0) ?? 0) < firstWide ? 1 : 2
    if (width > columns) break
    fitting += character
  }
  return fitting
}

const firstWide = 0x11_00
