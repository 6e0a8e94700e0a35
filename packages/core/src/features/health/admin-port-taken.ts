/** FW_ADMIN_PORT is in use. */
export class AdminPortTaken extends Error {
  override readonly name = 'AdminPortTaken'
  readonly port: number

  constructor(host: string, port: number, cause: unknown) {
    super(
      `FW_ADMIN_PORT: another process already listens on ${host}:${port}. Each process needs a separate port: FW_ADMIN_PORT=${port + 1} in its environment.`,
      { cause },
    )
    this.port = port
  }
}
