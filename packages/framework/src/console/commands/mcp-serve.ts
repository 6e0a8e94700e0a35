import type { Writable } from 'node:stream'
import { Router } from '../../http/routing/router.ts'
import { Logger } from '../../logging/logger.ts'
import { McpDispatcher } from '../../mcp/dispatcher.ts'
import { DocsResource } from '../../mcp/docs-resource.ts'
import { McpRegistry } from '../../mcp/registry.ts'
import { readServerInfo } from '../../mcp/server-info.ts'
import { McpServer } from '../../mcp/server.ts'
import { serveStdio } from '../../mcp/transports/stdio.ts'
import type { Class } from '../../reflection/type-info.ts'
import type { ConsoleCommand } from '../command.ts'

/** `fw mcp:serve`; `output` alone may write to standard output. */
export function mcpServeCommand(
  folder: string,
  classes: readonly Class[],
  output: Writable,
): ConsoleCommand {
  return {
    name: 'mcp:serve',
    description: 'Serve the tools and resources to an agent over standard input and output.',
    owner: 'fw',
    parameters: [{ kind: 'signal' }],
    async run([signal], container) {
      const registry = new McpRegistry()
      for (const type of [...classes, DocsResource]) registry.register(type)
      const { errorHandlers } = container.get(Router)
      const server = new McpServer(registry, new McpDispatcher(container, { errorHandlers }), {
        info: readServerInfo(folder),
        logger: container.get(Logger),
      })
      await serveStdio(server, { output, signal: signal as AbortSignal })
    },
  }
}
