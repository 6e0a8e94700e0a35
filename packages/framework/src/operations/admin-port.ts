import type { RunningServer } from '../adapters/node/serve.ts'
import { Config } from '../config/config.ts'
import type { Container } from '../container/container.ts'
import { Logger } from '../logging/logger.ts'
import { AdminEndpoints } from './admin-endpoint.ts'
import { Health } from './health.ts'

/** Listens on FW_ADMIN_PORT, where it is set, and answers for this process. Throws `AdminPortTaken`. */
export async function openAdminPort(
  container: Container,
  output: { readonly stdout: { write(text: string): unknown } },
): Promise<RunningServer | undefined> {
  const config = container.get(Config)
  if (config.int('FW_ADMIN_PORT', undefined) === undefined) return undefined
  const { serveAdmin } = await import('./serve-admin.ts')
  const { byPath } = container.get(AdminEndpoints)
  const health = container.get(Health)
  const server = await serveAdmin(config, {
    endpoints: byPath,
    report: (question) => health.report(question),
    collect: async (path) => [await byPath.get(path)?.collect(container)],
    logger: () => container.get(Logger),
  })
  output.stdout.write(`Health at ${server.address}/health\n`)
  return server
}
