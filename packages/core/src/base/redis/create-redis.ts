import { Redis, type Cluster, type ClusterOptions, type RedisOptions } from 'ioredis'
import type { ServerAddress } from '../config/read-url.ts'
import { ClusterClient } from './cluster-client.ts'
import { isReadOnlyReplica } from './redis-unreachable.ts'
import { watchSockets } from './watch-sockets.ts'

/** Options for ioredis: those of `Redis` or, with `cluster`, those of each node of a `Cluster`. */
export type RedisConnectionOptions = RedisOptions & {
  /** Some nodes of a Redis Cluster. The client asks them for the addresses of all nodes. */
  readonly cluster?: readonly ServerAddress[]
}

/** Creates an ioredis client that finds the new primary after a failover. */
export function createRedis(
  { cluster, ...options }: RedisConnectionOptions,
  clusterOptions: ClusterOptions = {},
): Redis | Cluster {
  watchSockets()
  const redisOptions = { reconnectOnError: isReadOnlyReplica, ...options }
  if (!cluster) {
    const client = new Redis(redisOptions)
    skipFailedCommands(client)
    return client
  }
  const client = new ClusterClient([...cluster], {
    // Certificates contain host names, so do not resolve names to IP addresses.
    dnsLookup: (host, done) => done(null, host),
    lazyConnect: options.lazyConnect,
    ...clusterOptions,
    redisOptions,
  })
  return client.on('+node', skipFailedCommands)
}

const failed = new WeakSet<Promise<unknown>>()

/**
 * Ensures that a command whose promise was rejected, for example after a timeout, is not sent later. Otherwise, ioredis
 * sends it again when a connection is replaced, and an old change can overwrite a newer one.
 */
function skipFailedCommands(client: Redis): void {
  const send = client.sendCommand.bind(client)
  client.sendCommand = (command, stream) => {
    const { promise } = command
    if (failed.has(promise)) return promise
    promise.catch(() => failed.add(promise))
    return send(command, stream)
  }
}
