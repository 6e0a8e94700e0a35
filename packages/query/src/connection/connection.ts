import type { Dialect, Isolation } from '../sql/dialect.ts'
import type { Statement } from '../sql/sql-writer.ts'
import { QueryFailed } from './query-failed.ts'
import { TransactionLost, TransactionOver } from './transaction-errors.ts'

/** A row as the driver gives it, one field a column. */
export type Row = Record<string, unknown>

/** What a statement has given. */
export interface Outcome {
  readonly rows: Row[]
  /** How many rows a write touched. */
  readonly affected: number
  /** The generated key, where the database gives it apart from the rows. */
  readonly insertId?: number | bigint
}

/** What the builder needs of a driver. */
export interface Connection {
  readonly dialect: Dialect
  run(statement: Statement, signal?: AbortSignal): Promise<Outcome>
  /** The rows in lists of at most `size`, read while the database still produces them. */
  stream(statement: Statement, size: number, signal?: AbortSignal): AsyncGenerator<Row[], void>
  /** Opens a transaction; on a connection that is in one, a savepoint. */
  begin(isolation?: Isolation): Promise<OpenTransaction>
}

/** The right of a transaction to use a connection, until it is released. */
export interface ConnectionLease {
  /** Releases the connection; closes it if the database has ended it or takes no writes on it. */
  release(): void | Promise<void>
  /** Releases a connection that must not be used again. */
  destroy(): void
  /** Runs work of the transaction. Its statements do not wait for the end of the lease. */
  within<T>(work: () => Promise<T>): Promise<T>
}

/** What a transaction and the savepoints in it share. */
export interface TransactionState {
  /** Set when the database has ended the transaction by itself. */
  failure: QueryFailed | undefined
}

export interface TransactionParts {
  /** The driver's own connection. */
  readonly client: object
  /** Runs the statements. What begins on it is a savepoint. */
  readonly connection: Connection
  readonly lease: ConnectionLease
  readonly state: TransactionState
  /** Whether this failure of a statement has ended the transaction. */
  endsTransaction(failure: QueryFailed): boolean
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** A transaction or a savepoint of any driver. When it is over, it refuses statements. */
export class OpenTransaction implements Connection {
  readonly dialect: Dialect
  /** The driver's own connection. */
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
      this.#noteLoss(error)
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
      this.#noteLoss(error)
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
      // The caller already gets the failure that led here, which says more than this one.
      isBroken = true
      if (error instanceof QueryFailed) state.failure = error
    }
    this.#isOver = true
    if (isBroken) lease.destroy()
    else await lease.release()
  }

  #noteLoss(error: unknown): void {
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
