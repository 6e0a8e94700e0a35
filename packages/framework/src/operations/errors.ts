/** A method marked @HealthCheck cannot be run, or its name is taken. Raised at boot. */
export class InvalidHealthCheck extends Error {
  override readonly name = 'InvalidHealthCheck'
  /** `Class.method` */
  readonly method: string

  constructor(method: string, at: string, problem: string) {
    super(`${method} (${at}): ${problem}`)
    this.method = method
  }
}

/** FW_ADMIN_PORT cannot be listened on. */
export class AdminPortTaken extends Error {
  override readonly name = 'AdminPortTaken'
  readonly port: number

  constructor(host: string, port: number, cause: unknown) {
    super(
      `FW_ADMIN_PORT: something listens on ${host}:${port} already. Each process needs a port of its own: FW_ADMIN_PORT=${port + 1} in its environment.`,
      { cause },
    )
    this.port = port
  }
}

/** An option of `fw serve` about its processes has no usable form, or there cannot be several. */
export class InvalidWorkers extends Error {
  override readonly name = 'InvalidWorkers'

  constructor(option: string, expected: string) {
    super(`${option} of fw serve takes ${expected}.`)
  }
}

/** Several processes are asked for where a connection cannot be handed to one of them. */
export class WorkersUnavailable extends Error {
  override readonly name = 'WorkersUnavailable'

  constructor() {
    super(
      'On Bun and Deno fw serve is one process. Leave out --workers, --with and --max-memory, or run it by Node.',
    )
  }
}
