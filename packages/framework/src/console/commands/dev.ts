import type { ConsoleCommand } from '../command.ts'
import { WrongUsage } from '../errors.ts'
import { builtInOption } from '../parameter.ts'
import type { Inspected } from '../reserved-process.ts'
import { serveParameters } from './serve.ts'

/** Options of `fw dev`. */
export interface DevelopOptions {
  readonly host: string | undefined
  readonly port: number | undefined
  /** The arguments for `fw serve`. */
  readonly words: readonly string[]
  /** The address for debuggers, if they are allowed. */
  readonly inspected: Inspected | undefined
  readonly signal: AbortSignal
}

const text = { kind: 'string' } as const

/** Creates the command `fw dev`. */
export function devCommand(develop: (options: DevelopOptions) => Promise<void>): ConsoleCommand {
  return {
    name: 'dev',
    description: 'Serve the application, and start it anew whenever its files change.',
    owner: 'fw',
    parameters: [
      ...serveParameters,
      builtInOption('inspect', text, 'Let debuggers in at this port, or host:port. Alone: 9229.'),
      builtInOption('inspectBrk', text, 'The same, and wait for one before the application boots.'),
    ],
    run([module, host, port, migrate, signal, inspect, inspectBrk]) {
      const words = Object.entries({ host, port })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `--${name}=${String(value)}`)
      if (migrate === true) words.push('--migrate')
      if (module !== undefined) words.push(module as string)
      return develop({
        host: host as string | undefined,
        port: port as number | undefined,
        words,
        inspected: toInspected(inspect ?? inspectBrk, inspectBrk !== undefined),
        signal: signal as AbortSignal,
      })
    },
  }
}

/** Adds the default port to Node's inspect options, whose value is optional. */
export function withInspectPort(words: readonly string[]): string[] {
  return words.map((word) => (/^--inspect(?:-brk)?$/.test(word) ? `${word}=9229` : word))
}

function toInspected(place: unknown, waits: boolean): Inspected | undefined {
  if (place === undefined) return undefined
  const [, host = '127.0.0.1', port] =
    /^(?:(\[[\da-f:]+\]|[\w.-]+):)?(\d{1,5})$/.exec(place as string) ?? []
  if (port === undefined || Number(port) > 65_535) {
    throw new WrongUsage([`--inspect: "${place as string}" is neither a port nor host:port.`])
  }
  return { host, port: Number(port), waits }
}
