import type { HealthCheckPlan } from '../health-checks.ts'
import type { ConfiguredConnection } from './configured-connections.ts'

/** The health checks of the configured connections. The connections are opened by the first check. */
export class ConnectionChecks {
  readonly #connections: readonly ConfiguredConnection[]

  /** `isInstalled` returns true for a package that the application has installed. */
  constructor(
    connections: readonly ConfiguredConnection[],
    isInstalled: (name: string) => boolean,
  ) {
    this.#connections = connections.filter(
      ({ name, facts, requiredPackage }) =>
        // Migrations use a separate connection that the application does not need at run time.
        // SQLite files need no check.
        name !== 'migrations' &&
        facts !== undefined &&
        facts.driver !== 'sqlite' &&
        (!requiredPackage || isInstalled(requiredPackage)),
    )
  }

  /** Returns the checks, except those whose names the application already uses. */
  plans(taken: readonly string[]): HealthCheckPlan[] {
    return this.#connections
      .filter(({ name }) => !taken.includes(name))
      .map(({ name, check }) => ({
        name,
        // If all processes share a server, its failure must not take all processes out of service.
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
