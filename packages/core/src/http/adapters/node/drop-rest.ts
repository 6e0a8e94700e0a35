import { keepOpen } from './connection-tracker.ts'
import type { NodeRequest } from './node-request.ts'

/** The maximum time for receiving and discarding the rest of a body after the response, in milliseconds. */
const drainTimeout = 5000

/**
 * Receives and discards the rest of a body after the response. Some clients read the response only after they have sent
 * the whole body. If the rest was not received, they would wait indefinitely. If the connection was closed, it would be
 * reset, and the client would lose the response.
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
