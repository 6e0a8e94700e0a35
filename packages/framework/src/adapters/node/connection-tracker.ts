import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { OpenEvents } from '../open-events.ts'
import { othersStoppedListening, workerRole } from '../../platform/processes.ts'

/** How long, at most, the server goes on accepting connections that the system has already established, in milliseconds. */
const lastAccept = 500

/** How often, at least, it looks for them: a process that stands still for as long has looked for none. */
const leastLooks = 50

/**
 * How long a connection without a request may still send one after the server stopped accepting, in milliseconds. While
 * one of several processes is replaced, clients connect to it until the last moment, and nobody waits for its end.
 */
const lastChance = workerRole ? 2000 : 200

const sweepInterval = 50

/** The connections of a server, and how many answers are still under way. */
export class ConnectionTracker {
  readonly events = new OpenEvents()
  readonly #server: HttpServer
  readonly #sockets = new Set<WeakRef<Socket>>()
  /** The number of entries at which closed connections are removed. */
  #sweepSize = 64
  #accepted = 0
  #underway = 0
  #isClosing = false
  /** Until the server has stopped listening and its last connection has ended. */
  #isOpen = true

  constructor(server: HttpServer) {
    this.#server = server
    server.on('connection', (socket: Socket) => {
      this.#accepted += 1
      // A listener for its end would be a second one for 'close', and so make an array that lives as long as the connection.
      // V8 then takes all arrays of listeners for long-lived, and whole requests with them.
      this.#sockets.add(new WeakRef(socket))
      if (this.#sockets.size >= this.#sweepSize) this.#sweepSize = 2 * this.#open().length + 64
    })
  }

  /** Whether answers must end their connection. */
  get isClosing(): boolean {
    return this.#isClosing
  }

  begin(): void {
    this.#underway += 1
  }

  end(): void {
    this.#underway -= 1
  }

  /** Ends each connection once it is idle; cuts what is left after `timeout` milliseconds. */
  async close(timeout: number): Promise<void> {
    const start = performance.now()
    const elapsed = () => performance.now() - start
    // While it accepts, connections are kept: clients whose connection ends would connect again at once.
    for (let looks = 0; elapsed() < lastAccept || looks < leastLooks; looks += 1) {
      if (!(await this.#isAccepting())) break
    }
    // The method of http.Server would at once cut connections whose next request is on its way,
    // and answers that are written but not yet sent.
    Server.prototype.close.call(this.#server, () => (this.#isOpen = false))
    await othersStoppedListening()
    this.#isClosing = true
    this.events.close()
    // Counted, so that a process that stands still for as long does not take the chance away.
    let chances = lastChance / sweepInterval
    // A server without connections learns of its end at once.
    await turn()
    while (this.#isOpen || (this.#underway > 0 && elapsed() < timeout)) {
      if (elapsed() >= timeout) this.#server.closeAllConnections()
      else if (chances-- <= 0) this.#closeIdle()
      await sleep(Math.min(sweepInterval, timeout))
      // After the data that has arrived was read.
      await turn()
    }
    this.#server.close()
  }

  /** Whether the system had another connection waiting; Node takes one in each turn. */
  async #isAccepting(): Promise<boolean> {
    const before = this.#accepted
    await turn()
    await turn()
    return this.#accepted !== before
  }

  /** The connections that are open; forgets the others. */
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
    // Node regards a connection as idle while the end of its last answer is still being sent.
    if (sockets.every((socket) => socket.writableLength === 0)) this.#server.closeIdleConnections()
  }
}
