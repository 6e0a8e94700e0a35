import type { Connection, Outcome, Row, Scope } from './connection.ts'
import type { Dialect, Isolation } from '../sql/dialect.ts'
import { QueryFailed } from './query-failed.ts'
import type { Lender } from './serial-connection.ts'
import type { Statement } from '../sql/sql-writer.ts'
import { TransactionLost, TransactionOver } from './transaction-errors.ts'

/** Whether the database has ended the transaction by itself; shared by all scopes of a transaction. */
export interface Loss {
  failure: QueryFailed | undefined
}

export interface ScopeParts {
  /** The driver's own connection. */
  readonly client: object
  /** What the scope's statements run on. */
  readonly connection: Connection
  readonly lender: Lender
  readonly loss: Loss
  /** Whether a statement that failed so has ended the transaction. */
  endsTransaction(failure: QueryFailed): boolean
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** A scope of any driver: it knows when it is over, and refuses statements from then on. */
export class OpenScope implements Scope {
  readonly dialect: Dialect
  readonly client: object
  readonly #parts: ScopeParts
  #isOver = false

  constructor(parts: ScopeParts) {
    this.dialect = parts.connection.dialect
    this.client = parts.client
    this.#parts = parts
  }

  async run(statement: Statement, signal?: AbortSignal): Promise<Outcome> {
    this.#refuseWhenOver()
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
    this.#refuseWhenOver()
    try {
      yield* this.#parts.connection.stream(statement, size, signal)
    } catch (error) {
      this.#noteLoss(error)
      throw error
    }
  }

  async begin(isolation?: Isolation): Promise<Scope> {
    this.#refuseWhenOver()
    return this.#parts.connection.begin(isolation)
  }

  within<T>(work: () => Promise<T>): Promise<T> {
    return this.#parts.lender.within(work)
  }

  async commit(): Promise<void> {
    try {
      this.#refuseWhenOver()
      await this.#parts.commit()
    } catch (error) {
      await this.rollback()
      throw error
    }
    this.#end(false)
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return
    let isBroken = false
    try {
      await this.#parts.rollback()
    } catch (error) {
      // The failure that led here is on its way to the caller, and says more than this one.
      isBroken = true
      if (error instanceof QueryFailed) this.#parts.loss.failure = error
    }
    this.#end(isBroken)
  }

  #end(isBroken: boolean): void {
    this.#isOver = true
    this.#parts.lender.end(isBroken)
  }

  #noteLoss(error: unknown): void {
    if (error instanceof QueryFailed && this.#parts.endsTransaction(error)) {
      this.#parts.loss.failure = error
    }
  }

  #refuseWhenOver(): void {
    if (this.#isOver) throw new TransactionOver()
    const { failure } = this.#parts.loss
    if (failure) throw new TransactionLost(failure)
  }
}
