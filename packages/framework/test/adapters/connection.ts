import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly body: string
  /** Whether the server ends the connection. */
  readonly isLast: boolean
}

/** A client of one connection, which asks one thing after the other. Answers have a Content-Length. */
export class Connection {
  readonly socket: Socket
  #received = ''
  #wake = () => {}

  private constructor(socket: Socket) {
    this.socket = socket
    socket.setEncoding('latin1').setNoDelay(true)
    socket.on('data', (text: string) => {
      this.#received += text
      this.#wake()
    })
    socket.on('error', () => {})
    socket.on('close', () => this.#wake())
  }

  /** Rejects where nobody listens. */
  static async open(port: number): Promise<Connection> {
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    return new Connection(socket)
  }

  send(text: string | Uint8Array): this {
    this.socket.write(text)
    return this
  }

  /** The next answer; rejects where the connection ends before it is complete. */
  async answer(): Promise<Answer> {
    for (;;) {
      const answer = this.#take()
      if (answer) return answer
      if (this.socket.closed) throw new Error(`Closed after ${JSON.stringify(this.#received)}.`)
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  /** Resolves when the connection has ended. */
  async ended(): Promise<void> {
    if (!this.socket.closed) await once(this.socket, 'close')
  }

  close(): void {
    this.socket.destroy()
  }

  #take(): Answer | undefined {
    const head = /^HTTP\/1\.1 (\d+) [\s\S]*?\r\n\r\n/u.exec(this.#received)
    if (!head) return undefined
    const length = Number(/\r\ncontent-length: (\d+)/iu.exec(head[0])?.[1] ?? 0)
    const end = head[0].length + length
    if (this.#received.length < end) return undefined
    const body = this.#received.slice(head[0].length, end)
    this.#received = this.#received.slice(end)
    return { status: Number(head[1]), body, isLast: /\r\nconnection: close/iu.test(head[0]) }
  }
}
