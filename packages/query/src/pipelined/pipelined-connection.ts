import type { Client, QueryConfig, QueryResult } from 'pg'

export type Done = (error: Error | null, result: QueryResult) => void

/** What "pg" has and its types do not mention. */
interface Wire {
  readonly connection: { readonly stream: { cork(): void; uncork(): void } }
  getTransactionStatus(): 'I' | 'T' | 'E' | null
}

/** A client in pipeline mode: many statements are under way on it at once. */
export class PipelinedConnection {
  readonly client: Client
  /** A draining connection takes no more statements, so that it can go to an owner. */
  state: 'opening' | 'shared' | 'draining' | 'owned' | 'closed' = 'opening'
  /** Statements sent and not answered. */
  inFlight = 0
  /** Statements that wait for the end of this turn of the event loop, to leave in one write. */
  batch = 0
  wasUsed = true

  constructor(client: Client) {
    this.client = client
  }

  get isIdle(): boolean {
    return this.state === 'shared' && this.inFlight === 0
  }

  /** Whether somebody has left a transaction open, in which all that follows would land. */
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
