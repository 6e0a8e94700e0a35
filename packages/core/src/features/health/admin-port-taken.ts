import {
  describeHolder,
  type AddressHolder,
  type AddressUse,
} from '../../http/adapters/server/address-use.ts'

/** Thrown if FW_ADMIN_PORT is already in use. */
export class AdminPortTaken extends Error {
  override readonly name = 'AdminPortTaken'
  readonly port: number
  /** The next free port. If the search finds no free port, the number after the port in use. */
  readonly freePort: number
  /** The process that listens on the port; undefined if it cannot be determined. */
  readonly holder: AddressHolder | undefined

  constructor(host: string, port: number, cause: unknown, { holder, freePort }: AddressUse) {
    super(
      `FW_ADMIN_PORT: ${describeHolder(holder, 'another process')} is already listening on ${host}:${port}. ` +
        `Each process needs a separate port. Set FW_ADMIN_PORT=${freePort} for this one.`,
      { cause },
    )
    this.port = port
    this.freePort = freePort
    this.holder = holder
  }
}
