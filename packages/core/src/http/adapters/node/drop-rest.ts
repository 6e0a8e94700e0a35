import { keepOpen } from './connection-tracker.ts'
import type { NodeRequest } from './node-request.ts'

/** The maximum time for receiving and discarding the rest of a body after the response, in milliseconds. */
const drainTimeout = 5000

/**
 * Receives and discards the rest of a body after the response. Some clients send the whole body before they read.
 * Otherwise they would wait indefinitely on an open connection; if it was closed, it would be reset and the response
 * lost.
 */
export function dropRest(request: NodeRequest): void {
  const { message } = request
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
