import * as modules from 'node:module'
import type { Config } from '../../config/config.ts'
import type { ConsoleCommand } from '../command.ts'
import { Health } from '../../operations/health.ts'
import type { Constraint } from '../../validation/constraint.ts'
import { listenError } from '../listen-error.ts'
import { builtInArgument, builtInOption, type CommandParameter } from '../parameter.ts'
import { isReserved } from '../reserved-process.ts'

/** Starts to listen; `close` stops accepting and lets what is in flight finish. */
export type Listen = (options: {
  host: string
  port: number
  /** In milliseconds; what is still open after it is cut off. */
  shutdownTimeout: number
  /** In milliseconds; how long an idle connection is kept. */
  keepAliveTimeout: number
  /** In milliseconds; how long a client may take to send the head of a request, and all of it. Node's servers know them. */
  headersTimeout: number
  requestTimeout: number
}) => Promise<{ readonly port: number; close(): Promise<void> }>

const isPort: Constraint = {
  validate: (value) =>
    (value as number) >= 0 && (value as number) <= 65_535
      ? null
      : 'must be a port from 0, which is any free one, to 65535.',
}

/** Also those of `fw dev`, which passes them on. */
export const serveParameters: readonly CommandParameter[] = [
  builtInArgument(
    'module',
    { kind: 'string' },
    'A module whose default export has a method fetch; the application if left out.',
    true,
  ),
  builtInOption(
    'host',
    { kind: 'string' },
    'The interface; HOST, else 0.0.0.0, and 127.0.0.1 in development.',
  ),
  builtInOption('port', { kind: 'int' }, 'The port; PORT, else 8080.', isPort),
  builtInOption('migrate', { kind: 'boolean' }, 'Run "fw migrate" first.'),
  { kind: 'signal' },
]

/** Read before there is an application: they say how many processes run one. */
export const workersParameters: readonly CommandParameter[] = [
  builtInOption(
    'workers',
    { kind: 'string' },
    'How many processes answer requests: a number, or auto for one on each processor; 1 if left out.',
  ),
  builtInOption(
    'with',
    { kind: 'array', items: { kind: 'string' } },
    'What else runs, in a process each: queue,schedule.',
  ),
  builtInOption('maxMemory', { kind: 'int' }, 'The MB above which a process is replaced.'),
]

/** `fw serve` */
export function serveCommand(config: Config, listen: Listen): ConsoleCommand {
  return {
    name: 'serve',
    description: 'Serve the application over HTTP.',
    owner: 'fw',
    parameters: [...serveParameters, ...workersParameters],
    isService: true,
    async run([_module, givenHost, givenPort, _migrate, signal], container) {
      const standard = isReserved() ? loopback : everyInterface
      const { host, port } = addressOf(givenHost, givenPort, config, standard)
      // The last tenth of the time to shut down is for ending the services. Nobody waits for `fw dev`.
      const shutdownTimeout = isReserved() ? 100 : config.float('FW_SHUTDOWN_SECONDS', 10) * 900
      const keepAliveTimeout = config.float('FW_KEEP_ALIVE_SECONDS', 5) * 1000
      const headersTimeout = config.duration('FW_HEADERS_TIMEOUT', 60_000)
      const requestTimeout = config.duration('FW_REQUEST_TIMEOUT', 300_000)
      const timeouts = { shutdownTimeout, keepAliveTimeout, headersTimeout, requestTimeout }
      const options = { host, port, ...timeouts }
      const server = await listen(options).catch((error: unknown) => {
        throw listenError(host, port, error)
      })
      // By itself Node writes it where a process ends in peace. Bun and Deno have none, and `fw dev` gains nothing.
      if (!isReserved()) modules.flushCompileCache?.()
      container.get(Health).begin(`Listening on ${describeAddress(host, server.port)}`)
      await aborted(signal as AbortSignal)
      await server.close()
    },
  }
}

const everyInterface = '0.0.0.0'

/** The interface of this machine alone, at which `fw dev` listens by default. */
export const loopback = '127.0.0.1'

/** The address of an application: of the options, else of the configuration; `standard` is the host if both name none. */
export function addressOf(
  host: unknown,
  port: unknown,
  config: Config,
  standard: string,
): { readonly host: string; readonly port: number } {
  return {
    host: (host as string | undefined) ?? (config.string('HOST', '') || standard),
    port: (port as number | undefined) ?? config.int('PORT', 8080),
  }
}

/** For people: a name that a browser takes, also where every interface is meant. */
export function describeAddress(host: string, port: number): string {
  const name = host.includes(':') ? `[${host}]` : host
  const isEveryInterface = host === everyInterface || host === '::'
  return isEveryInterface ? `http://localhost:${port} (${name}:${port})` : `http://${name}:${port}`
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
