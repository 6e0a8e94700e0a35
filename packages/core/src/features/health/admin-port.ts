import type { RunningServer } from '../../http/adapters/server/running-server.ts'
import { Config } from '../../base/config/config.ts'
import type { Container } from '../../base/container/container.ts'
import { Logger } from '../../base/logging/logger.ts'
import { AdminEndpoints } from './admin-endpoint.ts'
import { Health } from './health.ts'
import type { AdminSource } from './serve-admin.ts'

/** Starts the admin port of this process if FW_ADMIN_PORT is set. Throws `AdminPortTaken`. */
export function openAdminPort(
  container: Container,
  print: (line: string) => void,
): Promise<RunningServer | undefined> {
  const health = container.get(Health)
  const { byPath } = container.get(AdminEndpoints)
  return openAdminPortOf(container.get(Config), print, {
    endpoints: byPath,
    report: (kind) => health.report(kind),
    collect: async (path) => [await byPath.get(path)?.collect(container)],
    logger: () => container.get(Logger),
  })
}

/** Starts the admin port for one or several processes if FW_ADMIN_PORT is set. Throws `AdminPortTaken`. */
export async function openAdminPortOf(
  config: Config,
  print: (line: string) => void,
  source: AdminSource,
): Promise<RunningServer | undefined> {
  if (config.int('FW_ADMIN_PORT', undefined) === undefined) return undefined
  const { serveAdmin } = await import('./serve-admin.ts')
  const server = await serveAdmin(config, source)
  print(`Health at ${server.address}/health`)
  return server
}
