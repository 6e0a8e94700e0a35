import type { Config } from '../../../base/config/config.ts'
import type { Container } from '../../../base/container/container.ts'
import { isInstalled } from '../../../base/discovery/is-installed.ts'
import { bindRedisStores } from '../../sessions/redis-stores.ts'
import type { HealthCheckPlan } from '../health-checks.ts'
import {
  configuredConnections,
  findDatabaseOpener,
  type DatabaseOpener,
} from './configured-connections.ts'
import { ConnectionChecks } from './connection-checks.ts'

/** The parts of an application that its connections need. */
export interface ConnectedApplication {
  readonly container: Container
  readonly config: Config
  readonly folder: string
  readonly extensions: readonly DatabaseOpener[]
}

/** The health checks and stores that use the configured connections. */
export interface PreparedConnections {
  /** The health checks of the application and of the configured servers. */
  readonly checks: readonly HealthCheckPlan[]
  /** Resolves when the clients of the created stores are loaded. */
  loaded(): Promise<void>
}

/** Binds the stores that use Redis, and adds health checks for the configured connections. */
export function prepareConnections(
  { container, config, folder, extensions }: ConnectedApplication,
  own: readonly HealthCheckPlan[],
): PreparedConnections {
  const loaded = bindRedisStores(container, config, folder)
  const connections = configuredConnections(config, findDatabaseOpener(extensions))
  // Bound, because the container only closes services that it creates.
  const added = container
    .bind(
      ConnectionChecks,
      () => new ConnectionChecks(connections, (name) => isInstalled(name, folder)),
    )
    .get(ConnectionChecks)
  return { checks: [...own, ...added.plans(own.map(({ name }) => name))], loaded }
}
