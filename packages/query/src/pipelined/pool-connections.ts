import type { Client } from 'pg'
import { PipelinedConnection } from './pipelined-connection.ts'
import { WaitQueue } from './wait-queue.ts'

/** The events on connections that the pool handles. */
export interface PoolEvents {
  opened(client: Client): void
  broken(error: Error, client: Client): void
  closed(client: Client): void
}

/** The number of queries to send in one write. Further queries use the connection that is then the least busy. */
const maxBatch = 64

/** The connections of a pool. Assigns connections to queries and callers. */
export class PoolConnections {
  readonly all = new Set<PipelinedConnection>()
  /** Queries that wait for a shared connection. */
  readonly sharedQueue: WaitQueue<PipelinedConnection>
  /** Callers that wait for exclusive use of a connection. */
  readonly exclusiveQueue: WaitQueue<PipelinedConnection>
  readonly #createClient: () => Client
  readonly #max: number
  readonly #events: PoolEvents
  #current: PipelinedConnection | undefined
  #isEnding = false

  constructor(createClient: () => Client, max: number, timeoutMillis: number, events: PoolEvents) {
    this.#createClient = createClient
    this.#max = max
    this.#events = events
    this.sharedQueue = new WaitQueue(timeoutMillis)
    this.exclusiveQueue = new WaitQueue(timeoutMillis)
  }

  /**
   * Returns a shared connection for a query, if one is available. In one turn of the event loop, up to `maxBatch`
   * queries get the same connection.
   */
  acquireShared(): PipelinedConnection | undefined {
    const current = this.#current
    if (current?.state === 'shared' && current.batch > 0 && current.batch < maxBatch) return current
    this.#current = this.#leastBusy()
    if (!this.#current?.isIdle) this.#openUpTo(1)
    return this.#current
  }

  release(connection: PipelinedConnection, isBroken: boolean): void {
    if (isBroken || connection.isInTransaction) this.close(connection)
    else this.#share(connection)
  }

  /** Sends no more queries on a connection, and closes it after the running queries have ended. */
  retire(connection: PipelinedConnection): void {
    if (connection.state === 'shared' || connection.state === 'draining')
      connection.state = 'retired'
  }

  /** Called when no query is running on a connection. */
  drained(connection: PipelinedConnection): void {
    if (connection.isInTransaction || connection.state === 'retired') this.close(connection)
    else if (connection.state === 'draining') {
      connection.state = 'owned'
      if (!this.exclusiveQueue.serveNext(connection)) this.#share(connection)
    } else if (this.#isEnding && connection.isIdle) this.close(connection)
  }

  /**
   * Assigns connections to waiting callers and queries. If there are not enough, opens new ones or drains shared ones.
   */
  serve(): void {
    const shared = this.#leastBusy()
    if (shared) this.sharedQueue.serveAll(shared)
    for (const connection of this.all) {
      if (this.exclusiveQueue.length === 0) break
      if (!connection.isIdle) continue
      connection.state = 'owned'
      this.exclusiveQueue.serveNext(connection)
    }
    this.#openUpTo(this.exclusiveQueue.length + Math.min(this.sharedQueue.length, 1))
    while (this.#count('draining') + this.#count('opening') < this.exclusiveQueue.length) {
      const next = this.#leastBusy()
      if (!next) break
      next.state = 'draining'
    }
  }

  close(connection: PipelinedConnection): void {
    this.#remove(connection)
    void connection.client.end()
    this.serve()
  }

  closeUnused(): void {
    for (const connection of this.all) {
      if (!connection.isIdle) continue
      if (connection.wasUsed) connection.wasUsed = false
      else this.close(connection)
    }
  }

  /** Closes each connection as soon as it is idle. */
  end(): void {
    this.#isEnding = true
    for (const connection of this.all) if (connection.isIdle) this.close(connection)
  }

  #share(connection: PipelinedConnection): void {
    connection.state = 'shared'
    this.serve()
    if (this.#isEnding && connection.isIdle) this.close(connection)
  }

  #leastBusy(): PipelinedConnection | undefined {
    let leastBusy: PipelinedConnection | undefined
    for (const connection of this.all) {
      if (connection.state !== 'shared') continue
      if (!leastBusy || connection.inFlight < leastBusy.inFlight) leastBusy = connection
    }
    return leastBusy
  }

  #count(state: PipelinedConnection['state']): number {
    let count = 0
    for (const connection of this.all) if (connection.state === state) count++
    return count
  }

  /** Opens connections until `count` are opening, up to the maximum of the pool. */
  #openUpTo(count: number): void {
    for (let opening = this.#count('opening'); opening < count; opening++) {
      if (this.all.size >= this.#max) return
      void this.#open()
    }
  }

  async #open(): Promise<void> {
    const client = this.#createClient()
    const connection = new PipelinedConnection(client)
    this.all.add(connection)
    client.on('error', (error) => {
      this.#remove(connection)
      this.#events.broken(error, client)
      this.serve()
    })
    try {
      await client.connect()
    } catch (error) {
      this.#remove(connection)
      // The remaining connections can serve the waiting queries. If there are no connections, no query would ever run.
      if (this.all.size === 0) this.#rejectAll(error as Error)
      return
    }
    this.#events.opened(client)
    if (connection.state === 'opening') this.#share(connection)
  }

  #rejectAll(error: Error): void {
    this.sharedQueue.rejectAll(error)
    this.exclusiveQueue.rejectAll(error)
  }

  #remove(connection: PipelinedConnection): void {
    if (!this.all.delete(connection)) return
    connection.state = 'closed'
    this.#events.closed(connection.client)
  }
}
