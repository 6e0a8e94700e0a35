import type { Socket } from 'node:net'
import { AbstractConnector } from 'ioredis'
import { rememberTlsErrors, type TlsOptions } from './tls-errors.ts'

/** The part of an ioredis connector that is used here. */
interface Connector {
  readonly options: { readonly tls?: TlsOptions | null | undefined }
}

const sockets = new WeakMap<Connector, Socket>()

/**
 * Adds an error listener to the sockets of ioredis. If a server refuses a client after the handshake, Node emits two
 * errors, and ioredis handles only one. The other would crash the process.
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
