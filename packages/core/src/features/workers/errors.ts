/** Thrown if an option of `fw serve` that configures processes is invalid. */
export class InvalidWorkers extends Error {
  override readonly name = 'InvalidWorkers'

  constructor(option: string, expected: string) {
    super(`${option} of fw serve takes ${expected}.`)
  }
}

/** Thrown if several processes or a memory limit are requested on a platform without worker processes. */
export class WorkersUnavailable extends Error {
  override readonly name = 'WorkersUnavailable'

  constructor() {
    super(
      'On Bun and Deno, fw serve runs as one process. Remove --workers, --with and --max-memory, or use Node.',
    )
  }
}
