/** A method marked with @HealthCheck cannot run, or its name is not unique. Raised at boot. */
export class InvalidHealthCheck extends Error {
  override readonly name = 'InvalidHealthCheck'
  /** `Class.method` */
  readonly method: string

  constructor(method: string, at: string, problem: string) {
    super(`${method} (${at}): ${problem}`)
    this.method = method
  }
}

/** FW_ADMIN_PORT is in use. */
export class AdminPortTaken extends Error {
  override readonly name = 'AdminPortTaken'
  readonly port: number

  constructor(host: string, port: number, cause: unknown) {
    super(
      `FW_ADMIN_PORT: something listens on ${host}:${port} already. Each process needs a separate port: FW_ADMIN_PORT=${port + 1} in its environment.`,
      { cause },
    )
    this.port = port
  }
}

/** An option of `fw serve` about its processes is invalid. */
export class InvalidWorkers extends Error {
  override readonly name = 'InvalidWorkers'

  constructor(option: string, expected: string) {
    super(`${option} of fw serve takes ${expected}.`)
  }
}

/** Several processes are requested on a platform that cannot pass connections to them. */
export class WorkersUnavailable extends Error {
  override readonly name = 'WorkersUnavailable'

  constructor() {
    super(
      'On Bun and Deno fw serve is one process. Leave out --workers, --with and --max-memory, or run it by Node.',
    )
  }
}
