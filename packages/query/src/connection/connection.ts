import type { Dialect, Isolation } from '../sql/dialect.ts'
import type { Statement } from '../sql/sql-writer.ts'
import { QueryFailed } from './query-failed.ts'
import { TransactionLost, TransactionOver } from './transaction-errors.ts'

/** A row as the driver returns it, with one property per column. */
export type Row = Record<string, unknown>

/** The result of a query. */
export interface Outcome {
  readonly rows: Row[]
  /** The number of rows that a write affected. */
  readonly affected: number
  /** The generated key, if the database returns it separately from the rows. */
  readonly insertId?: number | bigint
}

/** The interface between the builder and a driver. */
export interface Connection {
  readonly dialect: Dialect
  run(statement: Statement, signal?: AbortSignal): Promise<Outcome>
  /** Yields the rows in batches of at most `size`, while the database is still producing them. */
  stream(statement: Statement, size: number, signal?: AbortSignal): AsyncGenerator<Row[], void>
  /** Opens a transaction, or a savepoint inside a transaction. */
  begin(isolation?: Isolation): Promise<OpenTransaction>
}

/** Exclusive use of a connection for a transaction. */
export interface ConnectionLease {
  /** Releases the connection. A pool closes it if the database has ended it or made it read-only. */
  release(): void | Promise<void>
  /** Releases a connection that must not be used again. A pool closes it. */
  destroy(): void
  /** Runs work that belongs to the transaction. Its queries do not wait for the end of the lease. */
  within<T>(work: () => Promise<T>): Promise<T>
}

/** State that a transaction shares with its savepoints. */
export interface TransactionState {
  /** The error, if the database itself has ended the transaction. */
  failure: QueryFailed | undefined
}

export interface TransactionParts {
  /** The connection of the driver. */
  readonly client: object
  /** The connection that runs the queries. Its `begin` opens a savepoint. */
  readonly connection: Connection
  readonly lease: ConnectionLease
  readonly state: TransactionState
  /** True if the failure of a query has ended the transaction. */
  endsTransaction(failure: QueryFailed): boolean
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** A transaction or a savepoint of any driver. Once it is over, it rejects further queries. */
export class OpenTransaction implements Connection {
  readonly dialect: Dialect
  /** The connection of the driver. */
  readonly client: object
  readonly #parts: TransactionParts
  #isOver = false

  constructor(parts: TransactionParts) {
    this.dialect = parts.connection.dialect
    this.client = parts.client
    this.#parts = parts
  }

  async run(statement: Statement, signal?: AbortSignal): Promise<Outcome> {
    this.#requireOpen()
    try {
      return await this.#parts.connection.run(statement, signal)
    } catch (error) {
      this.#recordFailure(error)
      throw error
    }
  }

  async *stream(
    statement: Statement,
    size: number,
    signal?: AbortSignal,
  ): AsyncGenerator<Row[], void> {
    this.#requireOpen()
    try {
      yield* this.#parts.connection.stream(statement, size, signal)
    } catch (error) {
      this.#recordFailure(error)
      throw error
    }
  }

  async begin(isolation?: Isolation): Promise<OpenTransaction> {
    this.#requireOpen()
    return this.#parts.connection.begin(isolation)
  }

  /** Runs work that belongs to the transaction. */
  within<T>(work: () => Promise<T>): Promise<T> {
    return this.#parts.lease.within(work)
  }

  async commit(): Promise<void> {
    try {
      this.#requireOpen()
      await this.#parts.commit()
    } catch (error) {
      await this.rollback()
      throw error
    }
    this.#isOver = true
    await this.#parts.lease.release()
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return
    const { state, lease } = this.#parts
    let isBroken = false
    try {
      await this.#parts.rollback()
    } catch (error) {
      // The caller gets the error that caused the rollback, which is more useful than this one.
      isBroken = true
      if (error instanceof QueryFailed) state.failure = error
    }
    this.#isOver = true
    if (isBroken) lease.destroy()
    else await lease.release()
  }

  #recordFailure(error: unknown): void {
    if (error instanceof QueryFailed && this.#parts.endsTransaction(error)) {
      this.#parts.state.failure = error
    }
  }

  #requireOpen(): void {
    if (this.#isOver) throw new TransactionOver()
    const { failure } = this.#parts.state
    if (failure) throw new TransactionLost(failure)
  }
}
