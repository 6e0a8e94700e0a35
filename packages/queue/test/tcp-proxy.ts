import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A TCP proxy for a server, whose connections a test can cut, freeze or redirect. It stops with the test. */
export class TcpProxy {
  port = 0
  #target: { readonly host: string; readonly port: number }
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #lostAfter: RegExp | undefined

  private constructor(host: string, port: number) {
    this.#target = { host, port }
  }

  static async start(host: string, port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(host, port)
    await proxy.reconnect()
    onTestFinished(() => proxy.disconnect())
    return proxy
  }

  async reconnect(): Promise<void> {
    this.#server = createServer((socket) => this.#forward(socket)).listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.port = (this.#server.address() as AddressInfo).port
  }

  /** Lets nothing through on the connections that there are, and closes none. Further ones are as good as before. */
  freeze(): void {
    for (const socket of this.#sockets) socket.unpipe().pause()
  }

  /** Closes the first connection whose further requests match when the server responds to the last one. Loses the response. */
  loseResponse(requests: RegExp): void {
    this.#lostAfter = requests
  }

  /** Leads further connections to another server. */
  redirect(port: number): void {
    this.#target = { ...this.#target, port }
  }

  disconnect(): void {
    this.#server?.close()
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }

  #forward(socket: Socket): void {
    const upstream = connect(this.#target)
    let requests = ''
    socket.on('data', (data) => {
      if (!this.#lostAfter) return
      requests += data.toString('latin1')
      if (!this.#lostAfter.test(requests)) return
      this.#lostAfter = undefined
      upstream.unpipe().once('data', () => upstream.destroy())
      upstream.resume()
    })
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      this.#sockets.add(from)
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
      from.pipe(to)
    }
  }
}
