import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { maxHeaderSize, STATUS_CODES } from './node-http.ts'
import { isEnding } from './drop-rest.ts'
import type { NodeRequest } from './node-request.ts'

const answers: Readonly<Record<string, readonly [status: number, message: string]>> = {
  TARGET_OVERFLOW: [414, `The request target is over ${maxHeaderSize} bytes.`],
  HPE_HEADER_OVERFLOW: [431, `The request line and headers are over ${maxHeaderSize} bytes.`],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too long.'],
  CONNECT: [400, 'CONNECT is not answered here: this server is no proxy.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/** How long a refused client may go on sending before its connection is cut, in milliseconds. */
const lingerTimeout = 1000

const awaited = Symbol('the request of a connection that still has no answer')
const refused = new WeakSet<Duplex>()

interface Connection extends Socket {
  [awaited]?: NodeRequest | undefined
  /** The response whose turn it is; Node 22 to 26 keep it here, and in it whether the connection ends with it. */
  readonly _httpMessage?: (ServerResponse & { readonly _last: boolean }) | null
}

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

/** An error of `node:http`, or a reason of ours. */
export interface Refusal {
  readonly code?: string | undefined
  /** What arrived last, and how much of it was read. */
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/** Answers what is not HTTP, or is too large, with an error body, and ends the connection. */
export function refuse(error: Refusal, stream: Duplex): void {
  const socket = stream as Connection
  // What follows the last request of a connection is dropped; its answer ends the connection.
  if (refused.has(socket) || error.code === 'HPE_CLOSED_CONNECTION') return
  refused.add(socket)
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { _httpMessage: response, [awaited]: request } = socket
  if (request?.isOwedAnswer) {
    if (!request.message.complete) return void socket.destroy()
    // The response to a whole request comes first.
    request.response.once('finish', () => end(socket, error))
  } else {
    end(socket, response?._last && response.finished ? undefined : error)
  }
}

/** Ends a connection, with a response to the error unless it had its last one. */
function end(socket: Connection, error: Refusal | undefined): void {
  socket.end(error && !isEnding(socket) ? responseTo(error) : '')
  const limit = setTimeout(() => socket.destroy(), lingerTimeout)
  socket.once('close', () => clearTimeout(limit))
}

function responseTo(error: Refusal): string {
  const code = isInTarget(error) ? 'TARGET_OVERFLOW' : error.code
  const [status, message] = answers[code ?? ''] ?? [400, 'The request is not valid HTTP.']
  const body = JSON.stringify({ error: message })
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
    `Date: ${new Date().toUTCString()}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  )
}

/** True if the limit of the head was passed inside of a target, all of which arrived at once. */
function isInTarget({ code, rawPacket, bytesParsed }: Refusal): boolean {
  const isTooLong = code === 'HPE_HEADER_OVERFLOW' && rawPacket !== undefined
  return isTooLong && /(?:^|\n)[A-Z-]+ \S+$/u.test(rawPacket.toString('latin1', 0, bytesParsed))
}
