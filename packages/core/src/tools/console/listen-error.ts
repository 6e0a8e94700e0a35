import {
  describeHolder,
  type AddressHolder,
  type AddressUse,
} from '../../http/adapters/server/address-use.ts'

/** Thrown if another process is listening on the address of the application. */
export class AddressTaken extends Error {
  override readonly name = 'AddressTaken'
  readonly port: number
  /** The next free port; the number after `port` if none was found. */
  readonly freePort: number
  /** The process that listens on the address; undefined if it cannot be determined. */
  readonly holder: AddressHolder | undefined

  constructor(
    host: string,
    port: number,
    cause: unknown,
    { holder, freePort }: AddressUse = { holder: undefined, freePort: port + 1 },
  ) {
    super(
      `${describeHolder(holder, 'Another process')} is already listening on ${host}:${port}. Stop it, or choose another port: ` +
        `--port ${freePort}, or PORT=${freePort} in .env or the environment.`,
      { cause },
    )
    this.port = port
    this.freePort = freePort
    this.holder = holder
  }
}

/** Thrown if the port is invalid or not permitted, or if this machine does not have the address. */
export class UnusableAddress extends Error {
  override readonly name = 'UnusableAddress'

  constructor(problem: string, cause: unknown) {
    super(problem, { cause })
  }
}

/** Returns the error to throw for an error of `listen`. */
export async function listenError(host: string, port: number, cause: unknown): Promise<unknown> {
  const { code } = cause as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    const { findAddressUse } = await import('../../http/adapters/server/address-holder.ts')
    return new AddressTaken(host, port, cause, await findAddressUse(host, port))
  }
  if (code === 'ERR_SOCKET_BAD_PORT') {
    return new UnusableAddress(
      `${port} is not a port. Set PORT to a number from 0 to 65535; 0 chooses a free one.`,
      cause,
    )
  }
  if (code === 'EACCES') {
    return new UnusableAddress(
      `This user may not listen on port ${port}. Choose another from 1024 to 65535: --port, or PORT.`,
      cause,
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new UnusableAddress(
      `This machine has no address "${host}". Choose another with --host or HOST: ` +
        '127.0.0.1 for this machine only, 0.0.0.0 for all interfaces.',
      cause,
    )
  }
  return cause
}
