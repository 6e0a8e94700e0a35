import type { Cluster, Redis } from 'ioredis'
import { Config } from '../config/config.ts'
import { readRedis } from '../config/redis-settings.ts'
import { defaultBinding, type Resolver } from '../container/binding.ts'
import type { RedisConnectionOptions } from './create-redis.ts'
import type { RunScript } from './redis-scripts.ts'
import { describeRedis, toUnreachable } from './redis-unreachable.ts'
import { lastTlsError } from './tls-errors.ts'

/** The time limit for a command, in milliseconds. */
const timeout = 5000

/**
 * A Redis client for commands that a caller waits for: if Redis is down, they fail within seconds. The first command
 * loads ioredis and connects. After a failure, the next command tries again. By default, the container creates a
 * client for the configured Redis.
 */
export class RedisConnection {
  static readonly [defaultBinding] = (resolver: Resolver): RedisConnection =>
    new RedisConnection(readRedis(resolver.get(Config)).connection)

  readonly #options: RedisConnectionOptions
  #client: Promise<Redis | Cluster> | undefined
  /** The last error of a cluster node. The errors of the cluster do not contain it. */
  #nodeError: Error | undefined

  /** The options are those of ioredis; with `cluster`, they apply to each node. */
  constructor(options: RedisConnectionOptions = {}) {
    this.#options = options
  }

  /** Returns the ioredis client. Call this method for each command: it reconnects a client that has given up. */
  async client(): Promise<Redis | Cluster> {
    const client = await (this.#client ??= this.#open())
    if (client.status === 'end') client.connect().catch(() => {})
    return client
  }

  /** Runs a Lua script. Pass this function to `RedisSessions`, `RedisRateLimits` and so on. */
  readonly run: RunScript = (script, keys, args) =>
    this.#withExplainedErrors((client) => client.eval(script, keys.length, ...keys, ...args))

  /** Throws `RedisUnreachable` if Redis does not respond, or refuses the connection. */
  async ping(): Promise<void> {
    await this.#withExplainedErrors((client) => client.ping())
  }

  /**
   * Returns the error to throw for a failed command: a `RedisUnreachable` if the cause is the connection or its
   * settings, else the error itself.
   */
  explain(error: unknown): unknown {
    return toUnreachable(this.#options, error, lastTlsError(this.#options.tls) ?? this.#nodeError)
  }

  /** Describes the servers, without secrets. */
  toString(): string {
    return describeRedis(this.#options)
  }

  /** Closes the connection. If Redis is connected, waits for the pending commands; otherwise they fail. */
  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    this.#client = undefined
    if (client?.status === 'ready') await client.quit().catch(() => {})
    client?.disconnect()
  }

  async #withExplainedErrors<T>(send: (client: Redis | Cluster) => Promise<T>): Promise<T> {
    try {
      return await send(await this.client())
    } catch (error) {
      throw this.explain(error)
    }
  }

  async #open(): Promise<Redis | Cluster> {
    const { createRedis } = await import('./create-redis.ts')
    const client = createRedis(
      { ...limits, ...this.#options, lazyConnect: true },
      { clusterRetryStrategy: retryOnce },
    )
    // A command that fails also rejects, so the event can be ignored.
    client.on('error', () => {})
    client.on('node error', (error: Error) => (this.#nodeError = error))
    return client.on('ready', () => (this.#nodeError = undefined))
  }
}

const limits = {
  connectTimeout: timeout,
  commandTimeout: timeout,
  sentinelCommandTimeout: timeout,
  // Otherwise, the connections to a server that hangs stay open.
  socketTimeout: timeout,
  maxRetriesPerRequest: 1,
  sentinelRetryStrategy: retryOnce,
}

/**
 * Returns the delay before the only retry, in milliseconds; undefined after it. The client then rejects all waiting
 * commands, which would otherwise run much later.
 */
function retryOnce(attempts: number): number | undefined {
  return attempts > 1 ? undefined : 100
}
