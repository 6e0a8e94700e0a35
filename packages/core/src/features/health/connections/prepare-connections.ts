import type { Config } from '../../../base/config/config.ts'
import type { Container } from '../../../base/container/container.ts'
import { isInstalled } from '../../../base/discovery/is-installed.ts'
import { bindRedisStores } from '../../sessions/redis-stores.ts'
import type { HealthCheckPlan } from '../health-checks.ts'
import {
  configuredConnections,
  openerAmong,
  type OpensDatabases,
} from './configured-connections.ts'
import { ConnectionChecks } from './connection-checks.ts'

/** The parts of an application that its connections need. */
export interface ConnectedApplication {
  readonly container: Container
  readonly config: Config
  readonly folder: string
  readonly extensions: readonly OpensDatabases[]
}

/** The parts of the connections that are needed at boot. */
export interface PreparedConnections {
  /** All health checks: those of the application, and those of the configured servers. */
  readonly checks: readonly HealthCheckPlan[]
  /** Resolves when the clients of the created stores are loaded. */
  loaded(): Promise<void>
}

/** Binds the stores in Redis, and adds health checks for the configured connections. */
export function prepareConnections(
  { container, config, folder, extensions }: ConnectedApplication,
  own: readonly HealthCheckPlan[],
): PreparedConnections {
  const loaded = bindRedisStores(container, config, folder)
  const connections = configuredConnections(config, openerAmong(extensions))
  // The container closes the connections.
  const added = container
    .bind(
      ConnectionChecks,
      () => new ConnectionChecks(connections, (name) => isInstalled(name, folder)),
    )
    .get(ConnectionChecks)
  return { checks: [...own, ...added.plans(own.map(({ name }) => name))], loaded }
}
