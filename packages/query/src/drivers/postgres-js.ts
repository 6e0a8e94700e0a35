import { preparedLimit } from '../connection/connection-options.ts'
import type {
  Connection,
  ConnectionLease,
  OpenTransaction,
  Outcome,
  Row,
} from '../connection/connection.ts'
import type { Isolation } from '../sql/dialect.ts'
import { postgres } from '../sql/dialects/postgres.ts'
import { PreparedNames } from '../connection/prepared-names.ts'
import { QueryFailed } from '../connection/query-failed.ts'
import type { Statement } from '../sql/sql-writer.ts'
import { untilAborted } from '../connection/cancellation.ts'
import { endReadOnlyConnections } from './postgres-js-read-only.ts'
import { optimizeQueryClass } from './optimize-query-class.ts'
import type { PostgresJs } from './postgres-js-driver.ts'
import {
  runPostgresJs,
  toPostgresJsFailure,
  toOutcome,
  toPostgresJsCall,
  type PostgresJsCall,
} from './postgres-js-run.ts'
import {
  connectTransactionSql,
  isReadOnly,
  openPostgresJsTransaction,
} from './postgres-js-transaction.ts'

/** Returns the connection for an Sql or a TransactionSql of postgres.js; undefined for other objects. */
export function adaptPostgresJs(driver: object): Connection | undefined {
  const sql = driver as PostgresJs
  if (typeof driver !== 'function' || typeof sql.unsafe !== 'function') return undefined
  const isTransaction = typeof sql.savepoint === 'function'
  if (!isTransaction && typeof sql.begin !== 'function') return undefined
  optimizeQueryClass(sql)
  const names = new PreparedNames(preparedLimit(driver))
  return isTransaction ? connectTransactionSql(sql, names) : new PostgresJsConnection(sql, names)
}

class PostgresJsConnection implements Connection {
  readonly dialect = postgres
  readonly #sql: PostgresJs
  readonly #names: PreparedNames
  #closing: Promise<void> | undefined

  constructor(sql: PostgresJs, names: PreparedNames) {
    this.#sql = sql
    this.#names = names
  }

  run(statement: Statement, signal?: AbortSignal): Promise<Outcome> {
    if (signal) return this.#runExclusively(statement, signal)
    const call = toPostgresJsCall(this.#sql, statement, this.#names)
    // Avoids async functions and extra closures, because with this fast driver, their cost would be measurable.
    return this.#sql
      .unsafe(call.text, call.parameters, call.options)
      .then(toOutcome, (error: unknown) => this.#recover(call, error))
  }

  async #recover(call: PostgresJsCall, error: unknown): Promise<Outcome> {
    const failure = toPostgresJsFailure(call, error)
    if (isFromPreviousConnection(failure)) return runPostgresJs(this.#sql, call)
    if (isReadOnly(failure)) await this.#endReadOnly()
    throw failure
  }

  #endReadOnly(): Promise<void> {
    return (this.#closing ??= endReadOnlyConnections(this.#sql).finally(() => {
      this.#closing = undefined
    }))
  }

  /**
   * Runs a query with a signal in a transaction. Connections are shared, so otherwise a late cancel request could stop
   * another caller's query.
   */
  async #runExclusively(statement: Statement, signal: AbortSignal): Promise<Outcome> {
    signal.throwIfAborted()
    const transaction = await untilAborted(this.begin(), (late) => late.rollback(), signal)
    try {
      const outcome = await transaction.run(statement, signal)
      await transaction.commit()
      return outcome
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }

  /** Reads the rows in a transaction: outside of one, the server would have to store all rows for the cursor. */
  async *stream(
    statement: Statement,
    size: number,
    signal?: AbortSignal,
  ): AsyncGenerator<Row[], void> {
    signal?.throwIfAborted()
    const transaction = await untilAborted(this.begin(), (late) => late.rollback(), signal)
    try {
      yield* transaction.stream(statement, size, signal)
    } finally {
      await transaction.rollback()
    }
  }

  async begin(isolation?: Isolation): Promise<OpenTransaction> {
    const options = isolation ? `isolation level ${isolation}` : ''
    const enter = this.#sql.begin as NonNullable<PostgresJs['begin']>
    const open = () => {
      const state = { failure: undefined, isReadOnly: false }
      const lease: ConnectionLease = {
        release: () => (state.isReadOnly ? this.#endReadOnly() : undefined),
        destroy() {},
        within: (work) => work(),
      }
      return openPostgresJsTransaction((work) => enter(options, work), this.#names, lease, state)
    }
    try {
      return await open()
    } catch (failure) {
      if (!isFromPreviousConnection(failure)) throw failure
      return open()
    }
  }
}

/**
 * True if the error belongs to an earlier connection. After the server has closed a connection, the driver reports the
 * reason to the first query on the next connection without sending that query, so it can be run again.
 */
function isFromPreviousConnection(failure: unknown): boolean {
  return failure instanceof QueryFailed && failure.code?.startsWith('57P') === true
}
