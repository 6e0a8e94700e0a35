import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface ReceivedResponse {
  readonly status: number
  readonly body: string
  /** True if the server closes the connection. */
  readonly isLast: boolean
}

/** A client of one connection, which asks one thing after the other. */
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

  /** Rejects if no server listens. */
  static async open(port: number): Promise<Connection> {
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    return new Connection(socket)
  }

  send(text: string | Uint8Array): this {
    this.socket.write(text)
    return this
  }

  /** Returns the next response. Rejects if the connection ends before it is complete. */
  async readResponse(): Promise<ReceivedResponse> {
    const response = await this.readResponseOrEnd()
    if (!response) throw new Error('Closed without a response.')
    return response
  }

  /**
   * Returns the next response, or undefined if the connection ends before it begins. Rejects if it
   * ends inside.
   */
  async readResponseOrEnd(): Promise<ReceivedResponse | undefined> {
    for (;;) {
      const response = this.#takeResponse()
      if (response) return response
      if (this.socket.closed) {
        if (this.#received === '') return undefined
        throw new Error(`Closed after ${JSON.stringify(this.#received)}.`)
      }
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  /** The next response that is not an interim one (1xx); rejects if the connection ends before it is complete. */
  async readFinalResponse(): Promise<ReceivedResponse> {
    for (;;) {
      const response = await this.readResponse()
      if (response.status >= 200) return response
    }
  }

  /** Resolves when what has arrived and was not taken matches, or the connection has ended. */
  async received(form: RegExp): Promise<void> {
    while (!this.socket.closed && !form.test(this.#received)) {
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  /** Resolves when the connection has ended. */
  async ended(): Promise<void> {
    const { socket } = this
    if (!socket.closed) await new Promise<void>((resolve) => socket.once('close', () => resolve()))
  }

  close(): void {
    this.socket.destroy()
  }

  #takeResponse(): ReceivedResponse | undefined {
    const received = this.#received
    const head = /^HTTP\/1\.1 (\d+) [\s\S]*?\r\n\r\n/u.exec(received)
    if (!head) return undefined
    const body = isChunked.test(head[0])
      ? takeChunks(received, head[0].length)
      : takeBytes(received, head[0])
    if (!body) return undefined
    this.#received = received.slice(body.end)
    return {
      status: Number(head[1]),
      body: body.body,
      isLast: /\r\nconnection: close/iu.test(head[0]),
    }
  }
}

interface ParsedBody {
  readonly body: string
  readonly end: number
}

const isChunked = /\r\ntransfer-encoding: chunked/iu

function takeBytes(received: string, head: string): ParsedBody | undefined {
  const end = head.length + Number(/\r\ncontent-length: (\d+)/iu.exec(head)?.[1] ?? 0)
  return received.length < end ? undefined : { body: received.slice(head.length, end), end }
}

function takeChunks(received: string, start: number): ParsedBody | undefined {
  let body = ''
  for (let at = start; ;) {
    const line = received.indexOf('\r\n', at)
    const size = Number.parseInt(received.slice(at, line), 16)
    const from = line + 2
    if (line === -1 || received.length < from + size + 2) return undefined
    body += received.slice(from, from + size)
    at = from + size + 2
    if (size === 0) return { body, end: at }
  }
}
