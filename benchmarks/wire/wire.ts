import type { Server } from 'node:http'
import { Duplex } from 'node:stream'

/** A connection to a server of `node:http` that stays in memory. */
export class Wire extends Duplex {
  #received: Buffer[] = []
  #resolve: ((answer: Buffer) => void) | undefined

  constructor(server: Server) {
    super()
    server.emit('connection', this)
  }

  /** Sends a request and gives what comes back, once the server has tidied up. */
  ask(request: Buffer): Promise<Buffer> {
    return new Promise((resolve) => {
      this.#resolve = resolve
      this.push(request)
    })
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#received.push(chunk)
    if (this.#received.length === 1) setImmediate(() => this.#finish())
    done()
  }

  #finish(): void {
    const answer = this.#received.length === 1 ? this.#received[0] : Buffer.concat(this.#received)
    this.#received = []
    this.#resolve?.(answer as Buffer)
  }

  // The members of a socket that node:http uses.
  setTimeout(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  setNoDelay(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}
