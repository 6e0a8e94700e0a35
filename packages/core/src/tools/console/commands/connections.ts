import type { Config } from '../../../base/config/config.ts'
import type {
  ConfiguredConnection,
  DatabaseOpener,
} from '../../../features/health/connections/configured-connections.ts'
import type { ConnectionResult } from '../../../features/health/connections/try-connection.ts'
import type { StoreTypes } from '../../../features/sessions/redis-stores.ts'
import type { ConsoleCommand } from '../command.ts'
import { builtInOption } from '../parameter.ts'
import { table } from '../table.ts'

/** The parts of an application that the command needs. */
export interface ConnectionsApplication {
  readonly config: Config
  readonly extensions: readonly DatabaseOpener[]
  isInstalled(name: string): boolean
}

/** Creates the command `fw connections`. */
export function connectionsCommand(prepare: () => Promise<ConnectionsApplication>): ConsoleCommand {
  return {
    name: 'connections',
    description:
      'List the configured databases and Redis, without secrets, and test each connection.',
    owner: 'fw',
    parameters: [
      builtInOption(
        'format',
        { kind: 'enum', values: Object.keys(formats) },
        'The output format: human-readable or JSON. Default: pretty.',
      ),
    ],
    async run([format = 'pretty']) {
      const application = await prepare()
      const { configuredConnections, findDatabaseOpener } =
        await import('../../../features/health/connections/configured-connections.ts')
      const { readStoreTypes } = await import('../../../features/sessions/redis-stores.ts')
      const { config, extensions } = application
      const connections = configuredConnections(config, findDatabaseOpener(extensions))
      const results = await tryEach(connections, application)
      process.stdout.write(formats[format as keyof typeof formats](results, readStoreTypes(config)))
      return results.some(({ status }) => status === 'failed') ? 1 : 0
    },
  }
}

async function tryEach(
  connections: readonly ConfiguredConnection[],
  { config, isInstalled }: ConnectionsApplication,
): Promise<ConnectionResult[]> {
  const { tryConnection } = await import('../../../features/health/connections/try-connection.ts')
  const limit = config.duration('DB_CONNECT_TIMEOUT', 5000)
  return Promise.all(connections.map((connection) => tryConnection(connection, limit, isInstalled)))
}

const formats = { pretty, json }

function pretty(
  results: readonly ConnectionResult[],
  { sessions, rateLimits }: StoreTypes,
): string {
  const rows = results.map(({ name, facts, ...result }) => [
    name,
    facts?.driver ?? '',
    facts ? addressOf(facts) : '',
    facts?.tls === undefined ? '' : `TLS ${facts.tls}`,
    facts?.poolSize === undefined ? '' : `pool ${facts.poolSize}`,
    resultOf(result),
  ])
  const none = results.some(({ facts }) => facts?.driver !== 'redis')
    ? ''
    : 'No database is configured. To use one, set DATABASE_URL.\n'
  return `${table(rows)}${none}Sessions: ${sessions}. Rate limits: ${rateLimits}. If src/bootstrap.ts registers another store, that one is used.\n`
}

function addressOf(facts: NonNullable<ConnectionResult['facts']>): string {
  const { host, port, cluster, sentinels, primary, database = '' } = facts
  if (cluster) return `cluster ${cluster.join(',')}`
  if (sentinels) return `${primary} of ${sentinels.join(',')}/${database}`
  return host === undefined ? database : `${host}:${port}/${database}`
}

function resultOf({
  status,
  milliseconds,
  reason,
}: Omit<ConnectionResult, 'name' | 'facts'>): string {
  return status === 'ok' ? `ok, ${milliseconds} ms` : `${status}: ${reason}`
}

function json(results: readonly ConnectionResult[], stores: StoreTypes): string {
  const connections = results.map(({ facts, ...result }) => ({ ...result, ...facts }))
  return `${JSON.stringify({ connections, ...stores }, undefined, 2)}\n`
}
