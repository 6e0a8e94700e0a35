import type { Connection, Scope } from './connection.ts'
import type { Isolation } from '../sql/dialect.ts'
import { OpenScope, type Loss } from './open-scope.ts'
import { QueryFailed } from './query-failed.ts'
import { SerialConnection, type Lender } from './serial-connection.ts'
import type { Session } from './session.ts'
import { CommitUncertain, TransactionLost } from './transaction-errors.ts'

/** A driver's single connection, in no transaction of ours. */
export function connectSession(session: Session): Connection {
  return connect(session, 0, { failure: undefined })
}

/** Begins a transaction on a connection that the lender gives for it. */
export function beginTransaction(
  session: Session,
  isolation: Isolation | undefined,
  lender: Lender,
): Promise<Scope> {
  return openScope(session, 0, isolation, lender, { failure: undefined })
}

function connect(session: Session, depth: number, loss: Loss): Connection {
  return new SerialConnection({
    dialect: session.dialect,
    run: (statement, signal) => session.run(statement, signal),
    stream: (statement, size, signal) => session.stream(statement, size, signal),
    open(isolation, lender) {
      if (depth === 0) loss.failure = undefined
      // A transaction that somebody has begun by hand is theirs to end: ours is a savepoint in it.
      const isInner = depth > 0 || session.isInTransaction
      return openScope(session, isInner ? Math.max(depth, 1) : 0, isolation, lender, loss)
    },
  })
}

async function openScope(
  session: Session,
  depth: number,
  isolation: Isolation | undefined,
  lender: Lender,
  loss: Loss,
): Promise<Scope> {
  const statements = depth > 0 ? [`SAVEPOINT fw_${depth}`] : session.dialect.traits.begin(isolation)
  try {
    for (const statement of statements) await session.control(statement)
  } catch (error) {
    lender.end(true)
    throw error
  }
  return new OpenScope({
    client: session.client,
    connection: connect(session, depth + 1, loss),
    lender,
    loss,
    endsTransaction: (failure) => session.endsTransaction(failure),
    commit: () => (depth > 0 ? releaseSavepoint(session, depth) : commit(session)),
    async rollback() {
      if (depth === 0) await session.control('ROLLBACK')
      else if (!loss.failure) await rollbackToSavepoint(session, depth)
    },
  })
}

async function commit(session: Session): Promise<void> {
  const command = await session.control('COMMIT').catch((error: unknown) => {
    throw error instanceof QueryFailed && error.reason === 'connection-lost'
      ? new CommitUncertain(error)
      : error
  })
  // PostgreSQL answers a COMMIT in a failed transaction with success, and says ROLLBACK.
  if (command === 'ROLLBACK') throw new TransactionLost()
}

async function releaseSavepoint(session: Session, depth: number): Promise<void> {
  await session.control(`RELEASE SAVEPOINT fw_${depth}`)
}

async function rollbackToSavepoint(session: Session, depth: number): Promise<void> {
  await session.control(`ROLLBACK TO SAVEPOINT fw_${depth}`)
  await releaseSavepoint(session, depth)
}
