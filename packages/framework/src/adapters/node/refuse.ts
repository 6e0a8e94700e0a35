import type { Duplex } from 'node:stream'
import { maxHeaderSize, STATUS_CODES } from './node-http.ts'
import type { NodeRequest } from './node-request.ts'

const answers: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The request line and headers are over ${maxHeaderSize} bytes.`],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too long.'],
  CONNECT: [400, 'CONNECT is not answered here: this server is no proxy.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/** How long a refused client may go on sending before its connection is cut, in milliseconds. */
const lingerTimeout = 1000

const awaited = Symbol('the request of a connection that still has no answer')
const refused = new WeakSet<Duplex>()

type Connection = Duplex & { [awaited]?: NodeRequest | undefined }

/** Prepares a new connection: `decisions/connections-keep-their-shape.md`. */
export function awaitNothing(socket: Duplex): void {
  ;(socket as Connection)[awaited] = undefined
}

/** Lets `refuse` know that a client waits for an answer. */
export function awaitAnswer(socket: Duplex, request: NodeRequest): void {
  ;(socket as Connection)[awaited] = request
}

/** A connection that keeps its last exchange would keep the whole answer in memory. */
export function forgetAnswer(socket: Duplex, request: NodeRequest): void {
  const connection = socket as Connection
  if (connection[awaited] === request) connection[awaited] = undefined
}

/** Answers what is not HTTP, or is too large, with an error body, and ends the connection. */
export function refuse(code: string | undefined, socket: Duplex): void {
  // What follows the last request of a connection is dropped; its answer ends the connection.
  if (refused.has(socket) || code === 'HPE_CLOSED_CONNECTION') return
  refused.add(socket)
  if (code === 'ECONNRESET' || !socket.writable || (socket as Connection)[awaited]?.isOwedAnswer) {
    socket.destroy()
    return
  }
  const [status, message] = answers[code ?? ''] ?? [400, 'The request is not valid HTTP.']
  const body = JSON.stringify({ error: message })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  const limit = setTimeout(() => socket.destroy(), lingerTimeout)
  socket.once('close', () => clearTimeout(limit))
}
