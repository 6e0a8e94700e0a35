/** Splits chunks of bytes into lines. */
export class LineSplitter {
  readonly #limit: number
  #parts: Buffer[] = []
  #size = 0

  /** Lines longer than `limit` bytes are dropped and reported as undefined. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Yields the lines that end in this chunk; undefined for a line that is too long. */
  *add(chunk: Buffer): Generator<Buffer | undefined> {
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#append(chunk.subarray(start, end))
      yield this.#take()
      start = end + 1
    }
    this.#append(chunk.subarray(start))
  }

  /** Returns the bytes after the last line end; undefined if there are too many. */
  rest(): Buffer | undefined {
    return this.#take()
  }

  #append(part: Buffer): void {
    this.#size += part.length
    if (this.#size <= this.#limit) this.#parts.push(part)
    else this.#parts = []
  }

  #take(): Buffer | undefined {
    const parts = this.#parts
    const line = this.#size > this.#limit ? undefined : join(parts)
    this.#parts = []
    this.#size = 0
    return line
  }
}

function join(parts: Buffer[]): Buffer {
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
}
