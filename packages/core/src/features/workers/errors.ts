/** Thrown if an option of `fw serve` about its processes is invalid. */
export class InvalidWorkers extends Error {
  override readonly name = 'InvalidWorkers'

  constructor(option: string, expected: string) {
    super(`${option} of fw serve takes ${expected}.`)
  }
}

/** Thrown if several processes are requested on a platform that cannot pass connections to them. */
export class WorkersUnavailable extends Error {
  override readonly name = 'WorkersUnavailable'

  constructor() {
    super(
      'On Bun and Deno, fw serve runs as one process. Remove --workers, --with and --max-memory, or use Node.',
    )
  }
}
