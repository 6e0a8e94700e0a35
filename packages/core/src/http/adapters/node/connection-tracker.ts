import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { OpenEvents } from '../server/open-events.ts'
import type { NodeRequest } from './node-request.ts'
import { waitForOtherWorkers, workerRole } from '../../../base/platform/processes.ts'

/** The maximum time for accepting connections that the operating system has already established, in milliseconds. */
const acceptGracePeriod = 500

/** The minimum number of checks for such connections, in case the process was blocked. */
const minAcceptChecks = 50

/**
 * After the server has stopped accepting, the time during which an open connection without a request may still send
 * one, in milliseconds. It is longer for workers: when a worker is replaced, clients connect to it until the last
 * moment, and a slow shutdown delays no request.
 */
const requestGracePeriod = workerRole ? 2000 : 200

const sweepInterval = 50

const pendingRequest = Symbol('the request of a connection that still has no response')

interface Connection extends Socket {
  /** Every connection has this property: `decisions/connection-shape.md`. */
  [pendingRequest]?: NodeRequest | undefined
}

/** Returns the request of a connection whose client waits for a response. */
export function pendingRequestOf(socket: Duplex): NodeRequest | undefined {
  return (socket as Connection)[pendingRequest]
}

/** Connections that will be closed after a response, and that still receive the body of its request. */
const endingSockets = new Set<Socket>()

/** True if the last response of a connection has been sent. */
export function isEnding(socket: Socket): boolean {
  return endingSockets.size > 0 && endingSockets.has(socket)
}

/** Tracks the connections of a server and the number of responses in progress. */
export class ConnectionTracker {
  readonly events = new OpenEvents()
  readonly #server: HttpServer
  readonly #sockets = new Set<WeakRef<Socket>>()
  /** The number of entries at which closed connections are removed. */
  #sweepSize = 64
  #accepted = 0
  #inFlight = 0
  #isClosing = false
  /** True until the server has stopped listening and its last connection has ended. */
  #isOpen = true

  constructor(server: HttpServer) {
    this.#server = server
    server.on('connection', (socket: Connection) => {
      this.#accepted += 1
      socket[pendingRequest] = undefined
      // A 'close' listener would be the second listener of the socket, so Node.js would create an array that lives as
      // long as the connection. V8 would then treat all listener arrays as long-lived, and keep whole requests in
      // memory with them.
      this.#sockets.add(new WeakRef(socket))
      if (this.#sockets.size >= this.#sweepSize) this.#sweepSize = 2 * this.#open().length + 64
    })
  }

  /** True if responses must close their connection. */
  get isClosing(): boolean {
    return this.#isClosing
  }

  /** Called if the response is not available immediately. */
  begin(request: NodeRequest): void {
    this.#inFlight += 1
    ;(request.message.socket as Connection)[pendingRequest] = request
  }

  /**
   * Called when a response has ended. Removes its request from the connection, which would otherwise keep the request
   * in memory.
   */
  end(request: NodeRequest): void {
    this.#inFlight -= 1
    const connection = request.message.socket as Connection
    if (connection[pendingRequest] === request) connection[pendingRequest] = undefined
  }

  /**
   * Stops accepting connections, closes idle ones after `requestGracePeriod`, and destroys the remaining ones after
   * `timeout` milliseconds.
   */
  async close(timeout: number): Promise<void> {
    const start = performance.now()
    const elapsed = () => performance.now() - start
    // While the server still accepts connections, the existing ones are kept, because their clients would reconnect
    // immediately.
    for (let checks = 0; elapsed() < acceptGracePeriod || checks < minAcceptChecks; checks += 1) {
      if (!(await this.#isAccepting())) break
    }
    // `http.Server.close` would immediately destroy connections whose next request is on its way, and lose responses
    // that are written but not yet sent.
    Server.prototype.close.call(this.#server, () => (this.#isOpen = false))
    await waitForOtherWorkers()
    this.#isClosing = true
    this.events.close()
    // Counts checks instead of measuring time, so that a blocked process still waits for requests.
    let remainingSweeps = requestGracePeriod / sweepInterval
    // A server without connections closes in the next turn of the event loop.
    await turn()
    while (this.#isOpen || (this.#inFlight > 0 && elapsed() < timeout)) {
      if (elapsed() >= timeout) this.#server.closeAllConnections()
      else if (remainingSweeps-- <= 0) this.#closeIdle()
      await sleep(Math.min(sweepInterval, timeout))
      // Waits until Node.js has read the data that has already arrived.
      await turn()
    }
    this.#server.close()
  }

  /** True if another connection was waiting. Node accepts one per turn of the event loop. */
  async #isAccepting(): Promise<boolean> {
    const before = this.#accepted
    await turn()
    await turn()
    return this.#accepted !== before
  }

  /** Returns the open connections, and removes the others. */
  #open(): Socket[] {
    const open: Socket[] = []
    for (const reference of this.#sockets) {
      const socket = reference.deref()
      if (socket && !socket.destroyed) open.push(socket)
      else this.#sockets.delete(reference)
    }
    return open
  }

  #closeIdle(): void {
    const sockets = this.#open()
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    // Node treats a connection as idle while the last bytes of its response are still being sent.
    if (sockets.every((socket) => socket.writableLength === 0)) this.#server.closeIdleConnections()
  }
}

/**
 * Prevents Node from closing a connection until the returned function is called. With `endsWriteSide`, the server ends
 * its side before that: a client that waits for 100 Continue then sends no body.
 */
export function keepOpen(socket: Socket, endsWriteSide: boolean): () => void {
  socket.destroySoon = () => {
    endingSockets.add(socket)
    if (endsWriteSide) socket.end()
  }
  return () => {
    // Restores the method of the prototype.
    delete (socket as Partial<Socket>).destroySoon
    if (endingSockets.delete(socket)) socket.destroySoon()
  }
}
