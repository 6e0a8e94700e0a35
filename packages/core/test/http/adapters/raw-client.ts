import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A raw connection: it sends the given bytes and keeps the received ones. */
export class RawClient {
  readonly socket: Socket
  received = ''
  isClosed = false
  #wake: () => void = () => {}

  private constructor(socket: Socket) {
    this.socket = socket
    const changed = () => this.#wake()
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.received += text
      changed()
    })
    socket.on('error', () => {})
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      this.isClosed = true
      changed()
    })
  }

  static async connect(port: number): Promise<RawClient> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    const client = new RawClient(socket)
    await new Promise((resolve) => socket.once('connect', resolve))
    return client
  }

  send(text: string | Uint8Array): this {
    this.socket.write(text)
    return this
  }

  /** Resolves once what was received has the form, and gives all of it. */
  async until(form: RegExp): Promise<string> {
    while (!form.test(this.received)) {
      if (this.isClosed) throw new Error(`Closed after ${JSON.stringify(this.received)}.`)
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    return this.received
  }

  /** Resolves once the server has closed the connection, and gives all that came. */
  async untilClosed(): Promise<string> {
    while (!this.isClosed) await new Promise<void>((resolve) => (this.#wake = resolve))
    return this.received
  }
}

export function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
}

export function post(path: string, body: string, headers = ''): string {
  const length = Buffer.byteLength(body)
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n${headers}\r\n${body}`
}
