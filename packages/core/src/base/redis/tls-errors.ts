import type { Socket } from 'node:net'

/** The TLS options that are used here. */
export interface TlsOptions {
  readonly cert?: unknown
}

const errors = new WeakMap<TlsOptions, Error>()

/** Returns the last TLS error of the clients with these options. The errors of commands do not contain it. */
export function lastTlsError(tls: TlsOptions | undefined): Error | undefined {
  return tls && errors.get(tls)
}

/** Stores the last TLS error of a socket, for `lastTlsError`. */
export function rememberTlsErrors(socket: Socket, tls: TlsOptions | undefined): void {
  let isSecure = false
  socket.once('secureConnect', () => (isSecure = true))
  socket.on('error', (error) => {
    if (!tls) return
    const isWithoutResponse = isSecure && socket.bytesRead === 0
    if (isTlsError(error)) errors.set(tls, error)
    else if (isWithoutResponse && tls.cert === undefined)
      errors.set(tls, toCertificateRequired(error))
  })
}

function isTlsError(error: Error): boolean {
  return 'code' in error && /SSL|TLS|CERT|SIGNATURE/u.test(String(error.code))
}

/**
 * Returns the probable reason for a reset connection: the server requires a client certificate. The reset may arrive
 * before the TLS alert.
 */
function toCertificateRequired(cause: Error): Error {
  return new Error('closed after the handshake: CERTIFICATE_REQUIRED', { cause })
}
