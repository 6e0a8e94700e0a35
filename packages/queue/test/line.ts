import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A path to a server that can be cut and restored; it ends with the test. */
export class Line {
  port = 0
  #target: { readonly host: string; readonly port: number }
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined

  private constructor(host: string, port: number) {
    this.#target = { host, port }
  }

  static async to(host: string, port: number): Promise<Line> {
    const line = new Line(host, port)
    await line.mend()
    onTestFinished(() => line.cut())
    return line
  }

  async mend(): Promise<void> {
    this.#server = createServer((socket) => this.#join(socket)).listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.port = (this.#server.address() as AddressInfo).port
  }

  /** Lets nothing through on the connections that there are, and closes none. Further ones are as good as before. */
  freeze(): void {
    for (const socket of this.#sockets) socket.unpipe().pause()
  }

  /** Leads further connections to another server. */
  redirect(port: number): void {
    this.#target = { ...this.#target, port }
  }

  cut(): void {
    this.#server?.close()
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }

  #join(socket: Socket): void {
    const other = connect(this.#target)
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      this.#sockets.add(from)
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
      from.pipe(to)
    }
  }
}
