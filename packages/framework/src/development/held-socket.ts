import type { Socket } from 'node:net'

/** The part of a socket by which Node hands it to another process. */
interface Handed {
  readonly _handle?: { reading: boolean; readStop(): void } | null
  server?: unknown
}

/** Leaves what arrives to whoever takes the socket next. To be called in the turn in which the socket came, or is idle. */
export function stopReading(socket: Socket): void {
  const { _handle: handle } = socket as Handed
  if (!handle) return
  handle.reading = false
  handle.readStop()
  socket.pause()
}

/** Node would ask the process that takes the socket for the connections of the server that it came to. */
export function forgetServer(socket: Socket): void {
  ;(socket as Handed).server = undefined
}
