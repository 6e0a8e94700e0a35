import {
  describeHolder,
  type AddressHolder,
  type AddressUse,
} from '../../http/adapters/server/address-use.ts'

/** Thrown if another process is listening on the address of the application. */
export class AddressTaken extends Error {
  override readonly name = 'AddressTaken'
  readonly port: number
  /** The next port that is free. */
  readonly freePort: number
  /** The process that listens there; undefined if it cannot be determined. */
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

/** Thrown if it is not possible to listen on the address of the application. */
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
      `This user may not listen on port ${port}. Choose one from 1024 to 65535: --port, or PORT.`,
      cause,
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new UnusableAddress(
      `This machine has no address "${host}". Choose one that it has: --host, or HOST. ` +
        '127.0.0.1 is only this machine, 0.0.0.0 is every interface.',
      cause,
    )
  }
  return cause
}
