import type { Socket } from 'node:net'
import { AbstractConnector } from 'ioredis'
import { rememberTlsErrors, type TlsOptions } from './tls-errors.ts'

/** The part of a connector of ioredis that is used here. */
interface Connector {
  readonly options: { readonly tls?: TlsOptions | null | undefined }
}

const sockets = new WeakMap<Connector, Socket>()

/**
 * Adds a listener for errors to the sockets of ioredis. If a server refuses a client after the handshake, Node reports two
 * errors, of which ioredis handles one. The other would end the process.
 */
export function watchSockets(): void {
  if (Object.hasOwn(AbstractConnector.prototype, 'stream')) return
  Object.defineProperty(AbstractConnector.prototype, 'stream', {
    get(this: Connector) {
      return sockets.get(this)
    },
    set(this: Connector, socket: Socket) {
      sockets.set(this, socket)
      rememberTlsErrors(socket, this.options.tls ?? undefined)
    },
  })
}
