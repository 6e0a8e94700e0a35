/** A process that listens on a port. */
export interface AddressHolder {
  readonly pid: number
  /** The name of its program, such as `node`. */
  readonly program: string
  /** Its working directory. */
  readonly folder: string
}

/** The use of an address that is taken. */
export interface AddressUse {
  /** The process that listens there; undefined if this process cannot read it. */
  readonly holder: AddressHolder | undefined
  /** The next port that is free. */
  readonly freePort: number
}

/** Returns the name of a process for errors. `unknown` is returned without one. */
export function describeHolder(holder: AddressHolder | undefined, unknown: string): string {
  if (!holder) return unknown
  const { pid, program, folder } = holder
  return `Process ${pid} (${folder === '' ? program : `${program} in ${folder}`})`
}
