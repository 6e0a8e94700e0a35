import type { Writable } from 'node:stream'
import type { Class } from '../../../base/reflection/type-info.ts'
import type { ConsoleCommand } from '../command.ts'

/** Creates the command `fw mcp:serve`. Only `output` may write to standard output. */
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
      const { serveAgents } = await import('../serve-agents.ts')
      await serveAgents(container, { folder, classes, output, signal: signal as AbortSignal })
    },
  }
}
