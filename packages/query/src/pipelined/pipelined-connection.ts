import type { Client, QueryConfig, QueryResult } from 'pg'

export type Done = (error: Error | null, result: QueryResult) => void

/** Members of "pg" that are missing in its types. */
interface Wire {
  readonly connection: { readonly stream: { cork(): void; uncork(): void } }
  getTransactionStatus(): 'I' | 'T' | 'E' | null
}

/** A client in pipeline mode, which sends queries without waiting for the results of earlier ones. */
export class PipelinedConnection {
  readonly client: Client
  /**
   * The state. A draining connection accepts no more queries, so that a caller can use it exclusively. A retired
   * connection accepts no more queries, so that it can be closed.
   */
  state: 'opening' | 'shared' | 'draining' | 'owned' | 'retired' | 'closed' = 'opening'
  /** The number of queries that have been sent and have no result yet. */
  inFlight = 0
  /** The number of queries to send in one write at the end of this turn of the event loop. */
  batch = 0
  wasUsed = true

  constructor(client: Client) {
    this.client = client
  }

  get isIdle(): boolean {
    return this.state === 'shared' && this.inFlight === 0
  }

  /** True if a transaction was left open. Later queries would run inside it. */
  get isInTransaction(): boolean {
    return (this.client as unknown as Wire).getTransactionStatus() !== 'I'
  }

  send(query: QueryConfig, done: Done): void {
    if (this.batch === 0) this.#flushAfterThisTurn()
    this.batch++
    this.inFlight++
    this.wasUsed = true
    this.client.query(query as never, done as never)
  }

  #flushAfterThisTurn(): void {
    const { stream } = (this.client as unknown as Wire).connection
    stream.cork()
    setImmediate(() => {
      this.batch = 0
      stream.uncork()
    })
  }
}
