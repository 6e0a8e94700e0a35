import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { maxHeaderSize, STATUS_CODES } from '../server/node-http.ts'
import { pendingRequestOf, isEnding } from './connection-tracker.ts'

const responsesByCode: Readonly<Record<string, readonly [status: number, message: string]>> = {
  TARGET_OVERFLOW: [414, `The request target is over ${maxHeaderSize} bytes.`],
  HPE_HEADER_OVERFLOW: [431, `The request line and headers are over ${maxHeaderSize} bytes.`],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too long.'],
  CONNECT: [400, 'CONNECT is not supported: this server is not a proxy.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/**
 * The maximum time during which a rejected client may continue to send before its connection is destroyed, in
 * milliseconds.
 */
const lingerTimeout = 1000

const rejectedSockets = new WeakSet<Duplex>()

/** An error from `node:http` or this module. */
export interface ConnectionError {
  readonly code?: string | undefined
  /** The last chunk that arrived, and the number of its bytes that were parsed. */
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/**
 * Sends an error response to a request that is invalid, too large or too slow, or that uses CONNECT, and closes the
 * connection.
 */
export function rejectConnection(error: ConnectionError, stream: Duplex): void {
  const socket = stream as Socket
  // Data after the last request of a connection is discarded, and the response to that request closes the connection.
  if (rejectedSockets.has(socket) || error.code === 'HPE_CLOSED_CONNECTION') return
  rejectedSockets.add(socket)
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const request = pendingRequestOf(socket)
  if (!request?.awaitsResponse) return endConnection(socket, error)
  if (!request.message.complete) return void socket.destroy()
  // The response to a complete request is sent first.
  request.response.once('finish', () => endConnection(socket, error))
}

/** Closes a connection. Sends an error response, unless the last response has already been sent. */
function endConnection(socket: Socket, error: ConnectionError): void {
  // Called after all earlier data has been sent. If this included the last response, Node has ended the connection.
  socket.write('', () => {
    if (socket.writable) socket.end(isEnding(socket) ? '' : responseTo(error))
  })
  const limit = setTimeout(() => socket.destroy(), lingerTimeout)
  socket.once('close', () => clearTimeout(limit))
}

function responseTo(error: ConnectionError): string {
  const code = isInTarget(error) ? 'TARGET_OVERFLOW' : error.code
  const [status, message] = responsesByCode[code ?? ''] ?? [400, 'The request is not valid HTTP.']
  const body = JSON.stringify({ error: message })
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
    `Date: ${new Date().toUTCString()}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  )
}

/** True if the size limit of the head was exceeded inside the request target, and the target arrived in one chunk. */
function isInTarget({ code, rawPacket, bytesParsed }: ConnectionError): boolean {
  const isTooLong = code === 'HPE_HEADER_OVERFLOW' && rawPacket !== undefined
  return isTooLong && /(?:^|\n)[A-Z-]+ \S+$/u.test(rawPacket.toString('latin1', 0, bytesParsed))
}
