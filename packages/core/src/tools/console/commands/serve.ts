import * as modules from 'node:module'
import type { Config } from '../../../base/config/config.ts'
import type { ConsoleCommand } from '../command.ts'
import { Health } from '../../../features/health/health.ts'
import type { Constraint } from '../../../data/validation/constraint.ts'
import { listenError } from '../listen-error.ts'
import { builtInArgument, builtInOption, type CommandParameter } from '../parameter.ts'
import { isStandby, startReason } from '../standby-process.ts'
import { isForPeople } from '../terminal-logger.ts'

/** Starts a server. `close` stops accepting connections and waits for open requests. */
export type Listen = (options: {
  host: string
  port: number
  /** The time that open requests may continue during shutdown, in milliseconds. */
  shutdownTimeout: number
  /** The time for which an idle connection is kept, in milliseconds. */
  keepAliveTimeout: number
  /** The time limits for receiving the headers, and the whole request, in milliseconds. Node only. */
  headersTimeout: number
  requestTimeout: number
}) => Promise<{ readonly port: number; close(): Promise<void> }>

export const isPort: Constraint = {
  validate: (value) =>
    (value as number) >= 0 && (value as number) <= 65_535
      ? null
      : 'must be a port from 0 to 65535; 0 chooses a free one.',
}

/** The parameters of `fw serve` that `fw dev` passes on. */
export const serveParameters: readonly CommandParameter[] = [
  builtInArgument(
    'module',
    { kind: 'string' },
    'A module whose default export has a fetch method. Default: the application.',
    true,
  ),
  builtInOption(
    'host',
    { kind: 'string' },
    'The address to listen on. Default: HOST, else 0.0.0.0, or 127.0.0.1 with fw dev.',
  ),
  builtInOption(
    'port',
    { kind: 'int' },
    'The port to listen on. Default: PORT, else 8080.',
    isPort,
  ),
  builtInOption('migrate', { kind: 'boolean' }, 'Run "fw migrate" first.'),
  { kind: 'signal' },
]

/** The parameters about processes. They are read before the application is loaded. */
export const workersParameters: readonly CommandParameter[] = [
  builtInOption(
    'workers',
    { kind: 'string' },
    'The number of processes for requests, or "auto" for one per processor. Default: 1.',
  ),
  builtInOption(
    'with',
    { kind: 'array', items: { kind: 'string' } },
    'Also run "<name>:work" in a separate process for each of these names, such as queue,schedule.',
  ),
  builtInOption(
    'maxMemory',
    { kind: 'int' },
    'The memory in MB above which a process is replaced.',
  ),
]

/** Creates the command `fw serve`. `pages` are paths by name; `fw dev` prints them on a terminal. */
export function serveCommand(
  config: Config,
  listen: Listen,
  pages: Readonly<Record<string, string>> = {},
): ConsoleCommand {
  return {
    name: 'serve',
    description: 'Serve the application over HTTP.',
    owner: 'fw',
    parameters: [...serveParameters, ...workersParameters],
    isService: true,
    async run([_module, hostOption, portOption, _migrate, signal], container) {
      const defaultHost = isStandby() ? loopback : everyInterface
      const { host, port } = addressOf(hostOption, portOption, config, defaultHost)
      // The last tenth of the shutdown time is reserved for disposing of services. With `fw dev`, requests only get
      // 100 ms.
      const shutdownTimeout = isStandby() ? 100 : config.float('FW_SHUTDOWN_SECONDS', 10) * 900
      const keepAliveTimeout = config.float('FW_KEEP_ALIVE_SECONDS', 5) * 1000
      const headersTimeout = config.duration('FW_HEADERS_TIMEOUT', 60_000)
      const requestTimeout = config.duration('FW_REQUEST_TIMEOUT', 300_000)
      const timeouts = { shutdownTimeout, keepAliveTimeout, headersTimeout, requestTimeout }
      const options = { host, port, ...timeouts }
      const server = await listen(options).catch(async (error: unknown) => {
        throw await listenError(host, port, error)
      })
      // Writes the compile cache now, because Node writes it only on a normal exit. Bun and Deno have no such cache,
      // and it does not help `fw dev`.
      if (!isStandby()) modules.flushCompileCache?.()
      container.get(Health).begin(await announcement(config, host, server.port, pages))
      await aborted(signal as AbortSignal)
      await server.close()
    },
  }
}

async function announcement(
  config: Config,
  host: string,
  port: number,
  pages: Readonly<Record<string, string>>,
): Promise<string> {
  const address = describeAddress(host, port)
  const start = startReason()
  if (start?.isProxied) return 'The application is ready.'
  if (!start || !isForPeople(config, process.stdout)) return `Listening on ${address}`
  const { readyText } = await import('../ready-text.ts')
  return readyText(address.replace(/ .*/, ''), start, pages)
}

const everyInterface = '0.0.0.0'

/** The loopback address, on which `fw dev` listens by default. */
export const loopback = '127.0.0.1'

/**
 * Returns the address of an application, from the options or else from the configuration. `defaultHost` is the default
 * host.
 */
export function addressOf(
  host: unknown,
  port: unknown,
  config: Config,
  defaultHost: string,
): { readonly host: string; readonly port: number } {
  return {
    host: (host as string | undefined) ?? (config.string('HOST', '') || defaultHost),
    port: (port as number | undefined) ?? config.int('PORT', 8080),
  }
}

/**
 * Formats an address for humans, with a host name that works in a browser even if the server listens on all interfaces.
 */
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
