import { LocalPrincipal } from '../../../features/access/principal.ts'
import { Config } from '../../../base/config/config.ts'
import type { ServeToolsOptions } from '../../console/commands/mcp-dev.ts'
import { addressOf, loopback } from '../../console/commands/serve.ts'
import { reserveStdout, serveStdio } from '../../../features/mcp/transports/stdio.ts'
import { developmentServer, RemoteApplication } from './development-mcp.ts'

/**
 * Serves the development tools over standard input and output. They query `fw dev` if it is
 * running.
 */
export async function serveTools(folder: string, options: ServeToolsOptions): Promise<void> {
  const { host, port } = addressOf(options.host, options.port, Config.load(folder), loopback)
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const app = new RemoteApplication(`http://${name.includes(':') ? `[${name}]` : name}:${port}`)
  const caller = new LocalPrincipal({ scopes: [], roles: [] })
  await serveStdio(developmentServer(app, folder), {
    output: reserveStdout(),
    signal: options.signal,
    caller: () => caller,
  })
}
