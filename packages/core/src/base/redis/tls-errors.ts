import type { Socket } from 'node:net'

/** The TLS options that are used here. */
export interface TlsOptions {
  readonly cert?: unknown
}

const errors = new WeakMap<TlsOptions, Error>()

/** Returns the last TLS error of the clients with these options, because the errors of commands do not contain it. */
export function lastTlsError(tls: TlsOptions | undefined): Error | undefined {
  return tls && errors.get(tls)
}

/** Remembers the TLS errors of a socket. */
export function rememberTlsErrors(socket: Socket, tls: TlsOptions | undefined): void {
  let isSecure = false
  socket.once('secureConnect', () => (isSecure = true))
  socket.on('error', (error) => {
    if (!tls) return
    const isWithoutResponse = isSecure && socket.bytesRead === 0
    if (isOfTls(error)) errors.set(tls, error)
    else if (isWithoutResponse && tls.cert === undefined) errors.set(tls, toRefusal(error))
  })
}

function isOfTls(error: Error): boolean {
  return 'code' in error && /SSL|TLS|CERT|SIGNATURE/u.test(String(error.code))
}

/** A server that requires a client certificate may reset the connection before the reason arrives. */
function toRefusal(cause: Error): Error {
  return new Error('closed after the handshake: CERTIFICATE_REQUIRED', { cause })
}
