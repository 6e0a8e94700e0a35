import type { Socket } from 'node:net'
import { announcesBody } from './node-body.ts'
import type { NodeRequest } from './node-request.ts'

/** How long the rest of a body is received and dropped after the response, in milliseconds. */
const drainTimeout = 5000

/** Connections that end with a response, and still receive the body of its request. */
const ending = new Set<Socket>()

/** True if the last response of a connection has been sent. */
export function isEnding(socket: Socket): boolean {
  return ending.size > 0 && ending.has(socket)
}

/**
 * Receives the rest of a body after its response, for a client that sends everything before it reads. Otherwise it would
 * wait indefinitely on a connection that stays open; one that closes would be reset, and the response be lost.
 */
export function dropRest(request: NodeRequest): void {
  const { message } = request
  // A message that announces no body is complete only when the tick ends.
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
 * Keeps Node from closing a connection. The returned function ends that, and closes what was to be closed. With `ends`
 * the client reads the end of the connection meanwhile: it may wait for 100 Continue, and then sends no body.
 */
function keepOpen(socket: Socket, ends: boolean): () => void {
  socket.destroySoon = () => {
    ending.add(socket)
    if (ends) socket.end()
  }
  return () => {
    // That of the prototype is back.
    delete (socket as Partial<Socket>).destroySoon
    if (ending.delete(socket)) socket.destroySoon()
  }
}
