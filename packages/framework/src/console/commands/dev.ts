import type { ConsoleCommand } from '../command.ts'
import { serveParameters } from './serve.ts'

/** What `fw dev` is asked for. */
export interface DevelopOptions {
  readonly host: string | undefined
  readonly port: number | undefined
  /** For `fw serve`. */
  readonly words: readonly string[]
  readonly signal: AbortSignal
}

/** `fw dev` */
export function devCommand(develop: (options: DevelopOptions) => Promise<void>): ConsoleCommand {
  return {
    name: 'dev',
    description: 'Serve the application, and start it anew whenever its files change.',
    owner: 'fw',
    parameters: serveParameters,
    run([module, host, port, migrate, signal]) {
      const words = Object.entries({ host, port })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `--${name}=${String(value)}`)
      if (migrate === true) words.push('--migrate')
      if (module !== undefined) words.push(module as string)
      return develop({
        host: host as string | undefined,
        port: port as number | undefined,
        words,
        signal: signal as AbortSignal,
      })
    },
  }
}
