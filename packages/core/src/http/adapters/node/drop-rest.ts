import type { Socket } from 'node:net'
import { announcesBody } from './node-body.ts'
import type { NodeRequest } from './node-request.ts'

/** The maximum time for receiving and discarding the rest of a body after the response, in milliseconds. */
const drainTimeout = 5000

/** Connections that will be closed after a response, and that still receive the body of its request. */
const ending = new Set<Socket>()

/** True if the last response of a connection has been sent. */
export function isEnding(socket: Socket): boolean {
  return ending.size > 0 && ending.has(socket)
}

/**
 * Receives and discards the rest of a body after the response. Some clients send the whole body before they read.
 * Otherwise they would wait indefinitely on an open connection; if it was closed, it would be reset and the response
 * lost.
 */
export function dropRest(request: NodeRequest): void {
  const { message } = request
  // A message without a body is not marked as complete until the end of the tick.
  if (message.complete || !announcesBody(message) || message.destroyed) return
  const { socket } = message
  const close = keepOpen(socket, request.awaitsContinue)
  process.nextTick(() => {
    if (message.complete || message.destroyed) return close()
    request.dropBody()
    const limit = setTimeout(() => socket.destroy(), drainTimeout)
    const end = () => {
      clearTimeout(limit)
      message.off('end', end)
      socket.off('close', end)
      close()
    }
    message.on('end', end)
    socket.on('close', end)
  })
}

/**
 * Prevents Node from closing a connection until the returned function is called. With `ends`, the server ends its side
 * first: a client that waits for 100 Continue then sends no body.
 */
function keepOpen(socket: Socket, ends: boolean): () => void {
  socket.destroySoon = () => {
    ending.add(socket)
    if (ends) socket.end()
  }
  return () => {
    // Restores the method of the prototype.
    delete (socket as Partial<Socket>).destroySoon
    if (ending.delete(socket)) socket.destroySoon()
  }
}
