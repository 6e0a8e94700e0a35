import type { ConsoleCommand } from '../command.ts'
import { WrongUsage } from '../errors.ts'
import { builtInOption } from '../parameter.ts'
import type { InspectorAddress } from '../standby-process.ts'
import { serveParameters } from './serve.ts'

/** Options for `fw dev`. */
export interface DevelopOptions {
  readonly host: string | undefined
  readonly port: number | undefined
  /** The arguments for `fw serve`. */
  readonly argv: readonly string[]
  /** The address for debuggers, if they are enabled. */
  readonly inspected: InspectorAddress | undefined
  readonly signal: AbortSignal
}

const text = { kind: 'string' } as const

/** Creates the command `fw dev`. */
export function devCommand(develop: (options: DevelopOptions) => Promise<void>): ConsoleCommand {
  return {
    name: 'dev',
    description: 'Serve the application, and restart it when its files change.',
    owner: 'fw',
    parameters: [
      ...serveParameters,
      builtInOption(
        'inspect',
        text,
        'Accept debuggers on this port, or host:port. Without a value: 9229.',
      ),
      builtInOption(
        'inspectBrk',
        text,
        'Like --inspect, and wait for a debugger before the application boots.',
      ),
    ],
    run([module, host, port, migrate, signal, inspect, inspectBrk]) {
      const argv = Object.entries({ host, port })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `--${name}=${String(value)}`)
      if (migrate === true) argv.push('--migrate')
      if (module !== undefined) argv.push(module as string)
      return develop({
        host: host as string | undefined,
        port: port as number | undefined,
        argv,
        inspected: parseInspectorAddress(
          inspect === undefined ? '--inspect-brk' : '--inspect',
          inspect ?? inspectBrk,
          inspectBrk !== undefined,
        ),
        signal: signal as AbortSignal,
      })
    },
  }
}

/** Adds the default port to Node's inspect options if they have no value. */
export function withInspectPort(argv: readonly string[]): string[] {
  return argv.map((argument) =>
    /^--inspect(?:-brk)?$/.test(argument) ? `${argument}=9229` : argument,
  )
}

function parseInspectorAddress(
  option: string,
  value: unknown,
  waits: boolean,
): InspectorAddress | undefined {
  if (value === undefined) return undefined
  const [, host = '127.0.0.1', port] =
    /^(?:(\[[\da-f:]+\]|[\w.-]+):)?(\d{1,5})$/.exec(value as string) ?? []
  if (port === undefined || Number(port) > 65_535) {
    throw new WrongUsage([`${option}: "${value as string}" is neither a port nor host:port.`])
  }
  return { host, port: Number(port), waits }
}
