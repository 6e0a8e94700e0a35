import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { int } from '@fw/core'
import { WebSocketServer } from 'ws'
import { Channels } from './channels.ts'
import { Client } from './client.ts'
import { acceptEvent, type Credentials } from './publish-api.ts'

/** The longest message of a browser, in bytes; it only ever subscribes and pings. */
const longestMessage = 10_000

const mostConnections = 10_000

/** A server of the Pusher protocol for public channels: browsers subscribe, the backend publishes. */
export class SocketServer {
  readonly #credentials: Credentials
  readonly #channels = new Channels()
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: longestMessage })
  readonly #http = createServer((request, response) => {
    // A publisher that leaves before it has said all fails its own request alone.
    acceptEvent(request, response, this.#credentials, this.#channels).catch(() =>
      response.destroy(),
    )
  })

  constructor(credentials: Credentials) {
    this.#credentials = credentials
    this.#http.on('upgrade', (request, socket, head) => {
      const key = /^\/app\/([^/?]+)/.exec(request.url ?? '')?.[1]
      if (key === undefined || this.#sockets.clients.size >= mostConnections)
        return socket.destroy()
      this.#sockets.handleUpgrade(request, socket, head, (opened) => {
        Client.welcome(opened, this.#channels, key === credentials.key)
      })
    })
  }

  /** Resolves to the port once the server listens; 0 takes any free one. */
  async listen(port: int): Promise<int> {
    await new Promise<void>((resolve, reject) => {
      this.#http.once('error', reject)
      this.#http.listen(port, resolve)
    })
    return (this.#http.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    for (const client of this.#sockets.clients) client.close(1001)
    const closed = new Promise((resolve) => this.#http.close(resolve))
    this.#http.closeAllConnections()
    await closed
  }
}
