import type { Dialect, Isolation } from '../sql/dialect.ts'
import type { Statement } from '../sql/sql-writer.ts'
import {
  OpenTransaction,
  type Connection,
  type ConnectionLease,
  type Outcome,
  type Row,
  type TransactionState,
} from './connection.ts'
import { QueryFailed } from './query-failed.ts'
import { SingleConnection } from './single-connection.ts'
import { controlObserved } from './observed-query.ts'
import { CommitUncertain, TransactionLost } from './transaction-errors.ts'

/** A connection of a driver whose transactions are controlled with SQL. */
export interface Session {
  readonly dialect: Dialect
  /** The connection of the driver. */
  readonly client: object
  /**
   * True if a transaction is open, including one that other code began. Always false if the driver
   * cannot report it.
   */
  readonly isInTransaction: boolean
  run(statement: Statement, signal?: AbortSignal): Promise<Outcome>
  /** Runs BEGIN, COMMIT and the like, and returns the command that the database reports. */
  control(sql: string): Promise<string | undefined>
  stream(statement: Statement, size: number, signal?: AbortSignal): AsyncGenerator<Row[], void>
  /** True if the failure of a query has ended the transaction around it. */
  endsTransaction(failure: QueryFailed): boolean
}

/** A session on a connection of a pool. */
export interface PooledSession extends Session {
  /** True if the pool must close the connection, because it is lost or read-only. */
  mustClose(): Promise<boolean>
}

/** Returns a `Connection` that runs all queries on one connection of a driver. */
export function connectSession(session: Session): Connection {
  return connect(session, 0, { failure: undefined })
}

/** Begins a transaction on a connection reserved for it. */
export function beginTransaction(
  session: Session,
  isolation: Isolation | undefined,
  lease: ConnectionLease,
): Promise<OpenTransaction> {
  return open(session, { depth: 0, isolation, lease, state: { failure: undefined } })
}

interface OpenOptions {
  /** The number of enclosing transactions and savepoints. */
  readonly depth: number
  readonly isolation: Isolation | undefined
  readonly lease: ConnectionLease
  readonly state: TransactionState
}

function connect(session: Session, depth: number, state: TransactionState): Connection {
  return new SingleConnection({
    dialect: session.dialect,
    run: (statement, signal) => session.run(statement, signal),
    stream: (statement, size, signal) => session.stream(statement, size, signal),
    open(isolation, lease) {
      if (depth === 0) state.failure = undefined
      // If other code has begun a transaction, only that code may end it, so this opens a savepoint.
      const isNested = depth > 0 || session.isInTransaction
      return open(session, { depth: isNested ? Math.max(depth, 1) : 0, isolation, lease, state })
    },
  })
}

async function open(
  session: Session,
  { depth, isolation, lease, state }: OpenOptions,
): Promise<OpenTransaction> {
  const statements = depth > 0 ? [`SAVEPOINT fw_${depth}`] : session.dialect.traits.begin(isolation)
  try {
    for (const statement of statements) await control(session, statement)
  } catch (error) {
    lease.destroy()
    throw error
  }
  return new OpenTransaction({
    client: session.client,
    connection: connect(session, depth + 1, state),
    lease,
    state,
    endsTransaction: (failure) => session.endsTransaction(failure),
    commit: () => (depth > 0 ? releaseSavepoint(session, depth) : commit(session)),
    async rollback() {
      if (depth === 0) await control(session, 'ROLLBACK')
      else if (!state.failure) await rollbackToSavepoint(session, depth)
    },
  })
}

function control(session: Session, sql: string): Promise<string | undefined> {
  return controlObserved(session.dialect, sql, () => session.control(sql))
}

async function commit(session: Session): Promise<void> {
  const command = await control(session, 'COMMIT').catch((error: unknown) => {
    throw error instanceof QueryFailed && error.reason === 'connection-lost'
      ? new CommitUncertain(error)
      : error
  })
  // PostgreSQL reports a COMMIT in a failed transaction as a successful ROLLBACK.
  if (command === 'ROLLBACK') throw new TransactionLost()
}

async function releaseSavepoint(session: Session, depth: number): Promise<void> {
  await control(session, `RELEASE SAVEPOINT fw_${depth}`)
}

async function rollbackToSavepoint(session: Session, depth: number): Promise<void> {
  await control(session, `ROLLBACK TO SAVEPOINT fw_${depth}`)
  await releaseSavepoint(session, depth)
}
