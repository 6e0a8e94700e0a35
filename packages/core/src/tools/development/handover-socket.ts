import type { Socket } from 'node:net'

/** The internals that Node uses to send a socket to another process. */
interface SocketInternals {
  readonly _handle?: { reading: boolean; readStop?(): void } | null
  server?: unknown
}

/**
 * Stops reading, so that the next process receives the data. Call this function in the tick in which the socket
 * arrived, or while the socket is idle.
 */
export function stopReading(socket: Socket): void {
  const { _handle: handle } = socket as SocketInternals
  // On Bun, `pause` is enough.
  if (handle?.readStop) {
    handle.reading = false
    handle.readStop()
  }
  socket.pause()
}

/**
 * Detaches a socket from its server. Otherwise Node would ask the receiving process about the connections of that
 * server.
 */
export function forgetServer(socket: Socket): void {
  ;(socket as SocketInternals).server = undefined
}
