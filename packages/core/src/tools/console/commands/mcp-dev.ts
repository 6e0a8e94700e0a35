import type { ConsoleCommand } from '../command.ts'
import { serveParameters } from './serve.ts'

/** Options for `fw mcp:dev`. */
export interface ServeToolsOptions {
  readonly host: unknown
  readonly port: unknown
  readonly signal: AbortSignal
}

/** Creates the command `fw mcp:dev`. */
export function mcpDevCommand(
  serveTools: (options: ServeToolsOptions) => Promise<void>,
): ConsoleCommand {
  return {
    name: 'mcp:dev',
    description: 'Serve the tools of fw dev to an agent over standard input and output.',
    owner: 'fw',
    parameters: serveParameters.filter(
      (parameter) =>
        parameter.kind === 'signal' ||
        ('name' in parameter && ['host', 'port'].includes(parameter.name)),
    ),
    run: ([host, port, signal]) => serveTools({ host, port, signal: signal as AbortSignal }),
  }
}
