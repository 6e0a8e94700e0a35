/** Another process listens at the address of the application. */
export class AddressTaken extends Error {
  override readonly name = 'AddressTaken'
  readonly port: number

  constructor(host: string, port: number, cause: unknown) {
    super(
      `Something else listens on ${host}:${port} already. End it, or choose another port: ` +
        `--port ${port + 1}, or PORT=${port + 1} in .env or the environment.`,
      { cause },
    )
    this.port = port
  }
}

/** The address of the application cannot be listened on. */
export class UnusableAddress extends Error {
  override readonly name = 'UnusableAddress'

  constructor(problem: string, cause: unknown) {
    super(problem, { cause })
  }
}

/** Returns the error to throw for an error of `listen`. */
export function listenError(host: string, port: number, cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new AddressTaken(host, port, cause)
  if (code === 'ERR_SOCKET_BAD_PORT') {
    return new UnusableAddress(
      `${port} is no port. Name one from 0, which is any free one, to 65535: PORT.`,
      cause,
    )
  }
  if (code === 'EACCES') {
    return new UnusableAddress(
      `This user may not listen on port ${port}. Name one from 1024 on: --port, or PORT.`,
      cause,
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new UnusableAddress(
      `This machine has no address "${host}". Name one that it has: --host, or HOST. ` +
        '127.0.0.1 is this machine alone, 0.0.0.0 every interface.',
      cause,
    )
  }
  return cause
}
