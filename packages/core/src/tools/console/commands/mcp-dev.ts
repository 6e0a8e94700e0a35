import type { ConsoleCommand } from '../command.ts'
import { builtInOption } from '../parameter.ts'
import { isPort } from './serve.ts'

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
    parameters: [
      builtInOption(
        'host',
        { kind: 'string' },
        'The address of fw dev. Default: HOST, else 127.0.0.1.',
      ),
      builtInOption(
        'port',
        { kind: 'int' },
        'The port of fw dev. Default: PORT, else 8080.',
        isPort,
      ),
      { kind: 'signal' },
    ],
    run: ([host, port, signal]) => serveTools({ host, port, signal: signal as AbortSignal }),
  }
}
