import { EventEmitter } from 'node:events'
import { Client, type ClientConfig, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { InvalidQuery } from '../sql/errors.ts'
import type { PipelinedConnection } from './pipelined-connection.ts'
import { PoolConnections } from './pool-connections.ts'

/** Options for `PipelinedPool`: the options of a `pg` client, and the limits of the pool. */
export interface PipelinedPoolOptions extends ClientConfig {
  /** The maximum number of connections. Default: 10. */
  readonly max?: number
  /** The time to wait for a connection, in ms. Default: 30,000. 0 waits indefinitely. */
  readonly connectionTimeoutMillis?: number
  /**
   * The minimum time that an unused connection stays open, in ms. Default: 10,000. 0 never closes
   * it.
   */
  readonly idleTimeoutMillis?: number
}

type Callback = (error: Error | null, result?: QueryResult) => void

/**
 * The SQLSTATE for a prepared statement that no longer exists, or was not created because an earlier one with the same
 * name failed.
 */
const missingStatement = '26000'

/** The SQLSTATEs of errors after which the server closes the connection or allows only reads. */
const connectionErrors = /^(?:25006|25P0[34]|57P|08)/

const transactionControl =
  /^\s*(?:begin|start\s+transaction|commit|end|rollback|abort|savepoint|release|prepare\s+transaction)\b/i

/**
 * A pool of `pg` clients in pipeline mode, which can replace a Pool of `pg`. Queries sent with `query()` share the
 * connections, with many in progress on each. `connect()` reserves a connection for a transaction, until `release()`.
 */
export class PipelinedPool extends EventEmitter {
  readonly #connections: PoolConnections
  readonly #idleTimer: NodeJS.Timeout | undefined
  #ended: PromiseWithResolvers<void> | undefined

  constructor(options: PipelinedPoolOptions) {
    super()
    const { max = 10 } = options
    const idleTimeoutMillis = timerDelay(options.idleTimeoutMillis ?? 10_000)
    const connectionTimeoutMillis = timerDelay(options.connectionTimeoutMillis ?? 30_000)
    if (options.query_timeout) {
      throw new InvalidQuery(
        'PipelinedPool: "query_timeout" would close a connection that other queries use. ' +
          'Use "statement_timeout", which the server enforces.',
      )
    }
    const config = { ...options, connectionTimeoutMillis, pipeline: true }
    const createClient = () => new Client(config)
    this.#connections = new PoolConnections(createClient, max, connectionTimeoutMillis, {
      opened: (client) => this.emit('connect', client),
      broken: (error, client) => this.#report(error, client),
      closed: (client) => this.#noteClosed(client),
    })
    if (idleTimeoutMillis > 0) {
      const closeUnused = () => this.#connections.closeUnused()
      this.#idleTimer = setInterval(closeUnused, idleTimeoutMillis).unref()
    }
  }

  get totalCount(): number {
    return this.#connections.all.size
  }

  get idleCount(): number {
    return [...this.#connections.all].filter(({ isIdle }) => isIdle).length
  }

  get waitingCount(): number {
    return this.#connections.sharedQueue.length + this.#connections.exclusiveQueue.length
  }

  /** Runs a query on a shared connection. */
  query(query: string | QueryConfig, values?: unknown[]): Promise<QueryResult>
  query(query: string | QueryConfig, callback: Callback): void
  query(query: string | QueryConfig, values: unknown[], callback: Callback): void
  query(
    query: string | QueryConfig,
    values?: unknown[] | Callback,
    callback?: Callback,
  ): Promise<QueryResult> | void {
    const config: QueryConfig = typeof query === 'string' ? { text: query } : query
    const complete = Array.isArray(values) ? { ...config, values } : config
    const done = typeof values === 'function' ? values : callback
    if (done) return this.#run(complete, done)
    return new Promise((resolve, reject) => {
      this.#run(complete, (error, result) =>
        error ? reject(error) : resolve(result as QueryResult),
      )
    })
  }

  /** Reserves a connection for the caller until its `release()`. */
  connect(): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      this.#requireRunning()
      const { exclusiveQueue } = this.#connections
      exclusiveQueue.enqueue((connection) => resolve(this.#acquire(connection)), reject)
      this.#connections.serve()
    })
  }

  /** Waits for running queries and closes all connections. */
  end(): Promise<void> {
    this.#requireRunning()
    this.#ended = Promise.withResolvers()
    clearInterval(this.#idleTimer)
    this.#connections.end()
    if (this.totalCount === 0) this.#ended.resolve()
    return this.#ended.promise
  }

  #run(query: QueryConfig, done: Callback): void {
    try {
      this.#requireRunning()
      rejectTransactionControl(query.text)
      rejectUnsendable(query.values)
    } catch (error) {
      return done(error as Error)
    }
    const send = (connection: PipelinedConnection) =>
      connection.send(query, (error, result) => {
        if (error && isConnectionError(error)) this.#connections.retire(connection)
        if (--connection.inFlight === 0) this.#connections.drained(connection)
        // The query has not run, so it is sent again. Without a name, it does not depend on other queries.
        if (error && isMissingStatement(error, query)) this.#run(withoutName(query), done)
        else done(error, result)
      })
    const connection = this.#connections.acquireShared()
    if (connection) send(connection)
    else this.#connections.sharedQueue.enqueue(send, done)
  }

  #acquire(connection: PipelinedConnection): PoolClient {
    const client = connection.client as PoolClient
    let isReleased = false
    client.release = (destroy) => {
      if (isReleased)
        throw new InvalidQuery(
          'PipelinedPool: the client has already been released. Call release() once.',
        )
      isReleased = true
      this.#connections.release(connection, Boolean(destroy))
    }
    return client
  }

  #report(error: Error, client: Client): void {
    // The running queries reject by themselves. Without a listener, the error event would crash the process.
    if (this.listenerCount('error') > 0) this.emit('error', error, client)
  }

  #noteClosed(client: Client): void {
    this.emit('remove', client)
    if (this.totalCount === 0) this.#ended?.resolve()
  }

  #requireRunning(): void {
    if (this.#ended) throw new Error('Cannot use a pool after calling end on the pool')
  }
}

function withoutName({ name: _name, ...query }: QueryConfig): QueryConfig {
  return query
}

function isConnectionError({ code }: Error & { code?: string }): boolean {
  return code !== undefined && connectionErrors.test(code)
}

function isMissingStatement(error: Error & { code?: string }, query: QueryConfig): boolean {
  return error.code === missingStatement && query.name !== undefined
}

/** Throws for BEGIN and the like: on a shared connection, the transaction would include queries of other callers. */
function rejectTransactionControl(text: string | undefined): void {
  if (text === undefined || !transactionControl.test(text)) return
  throw new InvalidQuery(
    'PipelinedPool: query() shares its connection with others, so it cannot control a transaction. ' +
      'Use transaction(pool, …), or connect() and release().',
  )
}

/**
 * Converts values as the driver will, so that errors are thrown here. An error after the driver has started to write
 * would break its client.
 */
function rejectUnsendable(values: readonly unknown[] | undefined): void {
  for (const value of values ?? []) {
    if (typeof value !== 'object' || value === null) continue
    if (value instanceof Date || ArrayBuffer.isView(value)) continue
    if (Array.isArray(value)) rejectUnsendable(value)
    else if (!('toPostgres' in value)) JSON.stringify(value)
  }
}

/**
 * Limits a delay to the maximum of a timer, 24 days. Node fires a timer with a longer delay immediately.
 * `@fw/core/internals` has the same function, but importing it would load the framework, which `@fw/query/pg` does not
 * need.
 */
function timerDelay(milliseconds: number): number {
  return Math.min(milliseconds, 2 ** 31 - 1)
}
