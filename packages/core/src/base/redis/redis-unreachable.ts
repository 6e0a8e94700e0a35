import { explainFailure, type ConnectionKeys } from '../config/connection-failures.ts'

/** Thrown if Redis could not be reached, refused the connection, or does not fit the connection settings. */
export class RedisUnreachable extends Error {
  override readonly name = 'RedisUnreachable'

  constructor(address: RedisAddress, cause: unknown) {
    const reason = explainFailure(cause, keysOf(address)) ?? String(cause)
    super(`${describeRedis(address)}: ${reason}`, { cause })
  }
}

/** The client options that determine the server address. */
export interface RedisAddress extends Address {
  readonly sentinels?: readonly Address[] | null | undefined
  /** The name of the primary in the sentinels' configuration. */
  readonly name?: string | undefined
  readonly cluster?: readonly Address[] | undefined
}

/** The address of a server. For missing parts, ioredis uses its defaults. */
interface Address {
  readonly host?: string | undefined
  readonly port?: number | undefined
}

/** Returns the servers of a connection, without secrets. */
export function describeRedis({ host, port, sentinels, name, cluster }: RedisAddress): string {
  if (cluster) return `Redis Cluster at ${formatAddresses(cluster, 6379)}`
  if (sentinels) return `Redis "${name}" of the sentinels at ${formatAddresses(sentinels, 26_379)}`
  return `Redis at ${formatAddresses([{ host, port }], 6379)}`
}

function formatAddresses(servers: readonly Address[], defaultPort: number): string {
  return servers.map(({ host = 'localhost', port = defaultPort }) => `${host}:${port}`).join(', ')
}

/** Returns the error to throw: a `RedisUnreachable` if `explainFailure` knows the error, else the error itself. */
export function toUnreachable(address: RedisAddress, error: unknown, reason = error): unknown {
  return explainFailure(error, keysOf(address)) === undefined
    ? error
    : new RedisUnreachable(address, reason)
}

/**
 * For the ioredis option `reconnectOnError`. Returns true if the server has become a replica after a failover, so that
 * the client reconnects and finds the new primary. Scripts report the error with a prefix.
 */
export function isReadOnlyReplica(error: Error): boolean {
  return /\bREADONLY\b/.test(error.message)
}

function keysOf({ sentinels, cluster }: RedisAddress): ConnectionKeys {
  if (cluster) return { ...accessKeys, url: 'REDIS_CLUSTER' }
  if (sentinels) return { ...accessKeys, url: 'REDIS_SENTINEL' }
  return { ...accessKeys, url: 'REDIS_URL', host: 'REDIS_HOST', port: 'REDIS_PORT' }
}

const accessKeys = { user: 'REDIS_USER', password: 'REDIS_PASSWORD', tls: 'REDIS_TLS' }
