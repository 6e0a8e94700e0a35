import {
  OpenTransaction,
  type Connection,
  type ConnectionLease,
  type Outcome,
  type TransactionState,
} from '../connection/connection.ts'
import { postgres } from '../sql/dialects/postgres.ts'
import type { PreparedNames } from '../connection/prepared-names.ts'
import { QueryFailed } from '../connection/query-failed.ts'
import { ReadWriteLock } from '../connection/read-write-lock.ts'
import { SingleConnection } from '../connection/single-connection.ts'
import type { Statement } from '../sql/sql-writer.ts'
import { controlObserved } from '../connection/observed-query.ts'
import { CommitUncertain, TransactionLost } from '../connection/transaction-errors.ts'
import { readCursor } from './postgres-cursor.ts'
import { toPostgresFailure } from './postgres-failure.ts'
import type { PostgresJs } from './postgres-js-driver.ts'
import { runPostgresJs, toPostgresJsCall } from './postgres-js-run.ts'

/** Starts a transaction or savepoint of the driver, which lasts until the promise returned by `work` settles. */
type BeginTransaction = (work: (sql: PostgresJs) => Promise<void>) => Promise<unknown>

/** State that a transaction shares with its savepoints. */
export interface PostgresJsState extends TransactionState {
  /** True if a query was rejected because the transaction is read-only. */
  isReadOnly: boolean
}

/** The SQL to publish for the start and the end of a transaction, which the driver sends itself. */
const transactionSql = { begin: 'BEGIN', commit: 'COMMIT', rollback: 'ROLLBACK' }

const savepointSql = {
  begin: 'SAVEPOINT',
  commit: 'RELEASE SAVEPOINT',
  rollback: 'ROLLBACK TO SAVEPOINT',
}

/** Returns the connection for a TransactionSql. Its savepoints run one at a time. */
export function connectTransactionSql(
  sql: PostgresJs,
  names: PreparedNames,
  state: PostgresJsState = { failure: undefined, isReadOnly: false },
  noteFailure: () => void = () => {},
): Connection {
  const lock = new ReadWriteLock()
  const note = (error: unknown): never => {
    noteFailure()
    state.isReadOnly ||= isReadOnly(error)
    throw error
  }
  const run = (statement: Statement, signal?: AbortSignal): Promise<Outcome> => {
    const work = async () => {
      signal?.throwIfAborted()
      return runPostgresJs(sql, toPostgresJsCall(sql, statement, names), signal).catch(note)
    }
    // A cancel request stops any query that is running on the connection, so a query with a signal must run alone.
    return signal ? lock.exclusive(work) : lock.shared(work)
  }
  return new SingleConnection({
    dialect: postgres,
    run,
    stream: (statement, size, signal) =>
      readCursor(statement, { size, hold: false }, async (text, params) => {
        return (await run({ text, params, isReusable: false }, signal)).rows
      }),
    open: (_isolation, lease) =>
      openPostgresJsTransaction((work) => savepoint(sql, work), names, lease, state, savepointSql),
  })
}

/** Converts a driver transaction, which ends when a callback returns, to one that ends with a method call. */
export async function openPostgresJsTransaction(
  begin: BeginTransaction,
  names: PreparedNames,
  lease: ConnectionLease,
  state: PostgresJsState,
  controlSql: typeof transactionSql = transactionSql,
): Promise<OpenTransaction> {
  const {
    promise: workEnd,
    resolve: commitWork,
    reject: rollbackWork,
  } = Promise.withResolvers<void>()
  const entered = Promise.withResolvers<PostgresJs>()
  const ended = begin((sql) => {
    entered.resolve(sql)
    return workEnd
  }).catch((error: unknown) => {
    const failure = toPostgresFailure('COMMIT', error)
    if (isLost(failure)) state.failure = failure
    entered.reject(failure)
    return failure
  })
  let hasFailed = false
  const noteFailure = () => {
    hasFailed = true
  }
  try {
    const sql = await controlObserved(postgres, controlSql.begin, () => entered.promise)
    return new OpenTransaction({
      client: sql,
      connection: connectTransactionSql(sql, names, state, noteFailure),
      lease,
      state,
      endsTransaction: isLost,
      commit: () =>
        controlObserved(postgres, controlSql.commit, async () => {
          commitWork()
          const failure = await ended
          if (isLost(failure)) throw new CommitUncertain(failure)
          if (failure) throw hasFailed ? new TransactionLost() : failure
        }),
      async rollback() {
        // After the connection is lost, the driver's ROLLBACK would crash the process.
        if (state.failure) return
        await controlObserved(postgres, controlSql.rollback, () => {
          rollbackWork(new TransactionLost())
          return ended
        })
      },
    })
  } catch (error) {
    lease.destroy()
    throw error
  }
}

function savepoint(sql: PostgresJs, work: (sql: PostgresJs) => Promise<void>): Promise<unknown> {
  return (sql.savepoint as NonNullable<PostgresJs['savepoint']>)(work)
}

function isLost(failure: unknown): failure is QueryFailed {
  return failure instanceof QueryFailed && failure.reason === 'connection-lost'
}

export function isReadOnly(failure: unknown): boolean {
  return failure instanceof QueryFailed && failure.reason === 'read-only'
}
