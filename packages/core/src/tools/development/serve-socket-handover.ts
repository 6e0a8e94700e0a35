import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectionTracker } from '../../http/adapters/node/connection-tracker.ts'
import { isNode } from '../../base/platform/processes.ts'
import type { FetchHandler } from '../../http/adapters/node/request-handler.ts'
import { createServer } from '../../http/adapters/server/node-http.ts'
import { RequestListener } from '../../http/adapters/node/request-listener.ts'
import { rejectConnection } from '../../http/adapters/node/reject-connection.ts'
import type { RunningServer } from '../../http/adapters/server/running-server.ts'
import { handoverPort, type StandbyMessage } from '../console/standby-process.ts'
import type { HttpKernel } from '../../http/http-kernel.ts'
import { createDevelopmentHandler, type DevelopmentParts } from './development-handler.ts'
import { forgetServer, stopReading } from './handover-socket.ts'
import { endOnRequest, readinessOf, report } from './report.ts'

/** The time that a response may take after the server was asked to stop, in milliseconds. */
const responseTimeout = 2000

/**
 * The same for a response that has already started. It is shorter, because streams often do not
 * end.
 */
const streamTimeout = 100

/** Serves the connections that `fw dev` accepts. When the server stops, it returns idle connections to `fw dev`. */
export function serveSocketHandover(
  app: HttpKernel | FetchHandler,
  folder: string,
  parts?: DevelopmentParts,
): Promise<RunningServer> {
  const server = createServer({ requireHostHeader: false, optimizeEmptyRequests: true })
  const connections = new HandoverConnections(server)
  const handler = createDevelopmentHandler(app, folder, parts)
  new RequestListener(handler, new ConnectionTracker(server)).attachTo(server)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    rejectConnection(error, socket),
  )
  server.on('connect', (_message, socket) => rejectConnection({ code: 'CONNECT' }, socket))
  process.on('message', (message: StandbyMessage, socket: Socket | undefined) => {
    if (message.fw === 'connection' && socket) connections.accept(socket)
  })
  endOnRequest()
  void report(readinessOf(app))
  return Promise.resolve({ port: handoverPort(), close: () => connections.close() })
}

/** The state of a connection. */
interface Connection {
  /** The responses that are not complete. */
  readonly openResponses: Set<ServerResponse>
  /** The number of bytes read when the connection was last idle. */
  bytesReadWhenIdle: number
  last?: IncomingMessage
}

class HandoverConnections {
  readonly #server: Server
  readonly #open = new Map<Socket, Connection>()
  readonly #returned: Promise<void>[] = []
  #isClosing = false

  constructor(server: Server) {
    this.#server = server
    const begin = (message: IncomingMessage, response: ServerResponse) =>
      this.#begin(message, response)
    server.on('request', begin).on('checkContinue', begin)
  }

  #begin(message: IncomingMessage, response: ServerResponse): void {
    const { socket } = message
    const connection = this.#open.get(socket)
    if (!connection) return
    // Only Node can return an idle connection.
    if (this.#isClosing || !isNode) response.shouldKeepAlive = false
    connection.last = message
    connection.openResponses.add(response)
    response.once('close', () => {
      connection.openResponses.delete(response)
      connection.bytesReadWhenIdle = socket.bytesRead
    })
  }

  accept(socket: Socket): void {
    // A server that accepts connections itself would set these properties.
    socket.allowHalfOpen = true
    socket.setNoDelay(true)
    this.#open.set(socket, { openResponses: new Set(), bytesReadWhenIdle: 0 })
    socket.once('close', () => this.#open.delete(socket))
    if (this.#isClosing && isNode) this.#return(socket)
    else this.#server.emit('connection', socket)
  }

  /** Returns idle connections to `fw dev`, and closes connections whose responses take too long. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const { openResponses } of this.#open.values()) {
      for (const response of openResponses)
        if (!response.headersSent) response.shouldKeepAlive = false
    }
    const start = performance.now()
    while (this.#open.size > 0) {
      const elapsed = performance.now() - start
      for (const [socket, connection] of this.#open) this.#closeIfDone(socket, connection, elapsed)
      await sleep(5)
    }
    await Promise.all(this.#returned)
  }

  #closeIfDone(
    socket: Socket,
    { openResponses, bytesReadWhenIdle, last }: Connection,
    elapsed: number,
  ): void {
    const isIdle =
      openResponses.size === 0 && socket.bytesRead === bytesReadWhenIdle && last?.complete !== false
    const isDone = isIdle && socket.writableLength === 0
    if (isDone && isNode) this.#return(socket)
    else if (elapsed > responseTimeout) socket.destroy()
    else if (elapsed > streamTimeout && (isDone || hasBegun(openResponses))) socket.destroy()
  }

  #return(socket: Socket): void {
    this.#open.delete(socket)
    stopReading(socket)
    forgetServer(socket)
    this.#returned.push(report({ fw: 'connection' }, socket))
  }
}

function hasBegun(responses: ReadonlySet<ServerResponse>): boolean {
  return Array.from(responses).some(({ headersSent }) => headersSent)
}
