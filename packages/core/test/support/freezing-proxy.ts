import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** A TCP proxy in front of a server. Frozen, it accepts connections and bytes, and passes nothing on. */
export class FreezingProxy {
  readonly #sockets = new Set<Socket>()
  #isFrozen = false
  port = 0

  /** Listens on a free port until the test ends. */
  static async before(url: string): Promise<FreezingProxy> {
    const proxy = new FreezingProxy()
    const { hostname, port } = new URL(url)
    const server = createServer((client) => {
      const upstream = connect(Number(port), hostname)
      for (const socket of [client, upstream]) proxy.#add(socket)
      client.pipe(upstream).pipe(client)
      if (proxy.#isFrozen) for (const socket of [client, upstream]) socket.pause()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    proxy.port = (server.address() as AddressInfo).port
    onTestFinished(() => {
      for (const socket of proxy.#sockets) socket.destroy()
      server.close()
    })
    return proxy
  }

  freeze(): void {
    this.#isFrozen = true
    for (const socket of this.#sockets) socket.pause()
  }

  thaw(): void {
    this.#isFrozen = false
    for (const socket of this.#sockets) socket.resume()
  }

  #add(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
  }
}
