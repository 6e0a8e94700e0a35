import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectionTracker } from '../adapters/node/connection-tracker.ts'
import type { FetchHandler } from '../adapters/node/fetch-handler.ts'
import { keepTick } from '../adapters/node/keep-tick.ts'
import { createServer } from '../adapters/node/node-http.ts'
import { RequestListener } from '../adapters/node/request-listener.ts'
import { refuse } from '../adapters/node/refuse.ts'
import type { RunningServer } from '../adapters/running-server.ts'
import { heldPort, type Order } from '../console/reserved-process.ts'
import type { HttpKernel } from '../http/http-kernel.ts'
import { developedAnswers, type DevelopedParts } from './developed-answers.ts'
import { forgetServer, stopReading } from './held-socket.ts'
import { endWhenTold, readinessOf, report } from './report.ts'

/** How long a response may take after the server stops, in milliseconds. */
const answerTime = 2000

/** How long a response that has started may take, in milliseconds. Streams often do not end. */
const streamTime = 100

/** Serves the connections that `fw dev` accepts. Returns idle ones when it stops. */
export function serveHeld(
  app: HttpKernel | FetchHandler,
  folder: string,
  parts?: DevelopedParts,
): Promise<RunningServer> {
  const server = createServer({ requireHostHeader: false, optimizeEmptyRequests: true })
  const connections = new HeldConnections(server)
  const answers = developedAnswers(app, folder, parts)
  new RequestListener(answers, new ConnectionTracker(server)).attachTo(server)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket))
  server.on('connect', (_message, socket) => refuse({ code: 'CONNECT' }, socket))
  process.on('message', (order: Order, socket: Socket | undefined) => {
    if (order.fw === 'connection' && socket) connections.take(socket)
  })
  endWhenTold()
  keepTick()
  void report(readinessOf(app))
  return Promise.resolve({ port: heldPort(), close: () => connections.close() })
}

/** The state of a connection. */
interface Connection {
  /** The responses that are not complete. */
  readonly underway: Set<ServerResponse>
  /** The number of bytes read when it was last idle. */
  read: number
  last?: IncomingMessage
}

class HeldConnections {
  readonly #server: Server
  readonly #open = new Map<Socket, Connection>()
  readonly #returned: Promise<void>[] = []
  #isClosing = false

  constructor(server: Server) {
    this.#server = server
    const begin = (message: IncomingMessage, answer: ServerResponse) => this.#begin(message, answer)
    server.on('request', begin).on('checkContinue', begin)
  }

  #begin(message: IncomingMessage, answer: ServerResponse): void {
    const { socket } = message
    const connection = this.#open.get(socket)
    if (!connection) return
    if (this.#isClosing) answer.shouldKeepAlive = false
    connection.last = message
    connection.underway.add(answer)
    answer.once('close', () => {
      connection.underway.delete(answer)
      connection.read = socket.bytesRead
    })
  }

  take(socket: Socket): void {
    // A server that accepts connections itself would set these.
    socket.allowHalfOpen = true
    socket.setNoDelay(true)
    this.#open.set(socket, { underway: new Set(), read: 0 })
    socket.once('close', () => this.#open.delete(socket))
    if (this.#isClosing) this.#giveBack(socket)
    else this.#server.emit('connection', socket)
  }

  /** Returns idle connections, and closes those whose responses take too long. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const { underway } of this.#open.values()) {
      for (const answer of underway) if (!answer.headersSent) answer.shouldKeepAlive = false
    }
    const start = performance.now()
    while (this.#open.size > 0) {
      const elapsed = performance.now() - start
      for (const [socket, connection] of this.#open) this.#let(socket, connection, elapsed)
      await sleep(5)
    }
    await Promise.all(this.#returned)
  }

  #let(socket: Socket, { underway, read, last }: Connection, elapsed: number): void {
    const isIdle = underway.size === 0 && socket.bytesRead === read && last?.complete !== false
    if (isIdle && socket.writableLength === 0) this.#giveBack(socket)
    else if (elapsed > answerTime) socket.destroy()
    else if (elapsed > streamTime && Array.from(underway).some((answer) => answer.headersSent)) {
      socket.destroy()
    }
  }

  #giveBack(socket: Socket): void {
    this.#open.delete(socket)
    stopReading(socket)
    forgetServer(socket)
    this.#returned.push(report({ fw: 'connection' }, socket))
  }
}
