import type { HealthCheckPlan } from '../health-checks.ts'
import type { ConfiguredConnection } from './configured-connections.ts'

/** The health checks of the configured connections. They connect when they first run. */
export class ConnectionChecks {
  readonly #connections: readonly ConfiguredConnection[]

  /** `isInstalled` is true for a package that the application has. */
  constructor(
    connections: readonly ConfiguredConnection[],
    isInstalled: (name: string) => boolean,
  ) {
    this.#connections = connections.filter(
      ({ name, facts, needs }) =>
        // Skips the connection for migrations, which the application does not depend on, and files,
        // which need no check.
        name !== 'migrations' &&
        facts !== undefined &&
        facts.driver !== 'sqlite' &&
        (!needs || isInstalled(needs)),
    )
  }

  /** Returns the plans of the checks whose names the application does not use itself. */
  plans(taken: readonly string[]): HealthCheckPlan[] {
    return this.#connections
      .filter(({ name }) => !taken.includes(name))
      .map(({ name, check }) => ({
        name,
        // If all processes share a server, its failure must not take all of them out of service.
        probe: 'report',
        timeout: '2s',
        milliseconds: 2000,
        run: async () => void (await check()),
        toJsonForm: undefined,
      }))
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()))
  }
}
