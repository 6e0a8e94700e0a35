/** A process that listens on a port. */
export interface AddressHolder {
  readonly pid: number
  /** The name of its program, such as `node`. */
  readonly program: string
  /** Its working directory. */
  readonly folder: string
}

/** Information about an address that is already in use. */
export interface AddressUse {
  /** The process that listens on the address; undefined if it cannot be determined. */
  readonly holder: AddressHolder | undefined
  /** The next free port. If the search finds no free port, the number after the port in use. */
  readonly freePort: number
}

/** Formats a process for error messages. Returns `unknown` if there is no holder. */
export function describeHolder(holder: AddressHolder | undefined, unknown: string): string {
  if (!holder) return unknown
  const { pid, program, folder } = holder
  return `Process ${pid} (${folder === '' ? program : `${program} in ${folder}`})`
}
