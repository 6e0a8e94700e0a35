import type { QueryFailed } from './query-failed.ts'

/** Thrown if a query is sent on a transaction that has already been committed or rolled back. */
export class TransactionOver extends Error {
  override readonly name = 'TransactionOver'

  constructor() {
    super(
      'The transaction is over. Await every query inside the callback of transaction(), ' +
        'and do not use its argument afterwards.',
    )
  }
}

/** Thrown if a transaction is used or committed after the database has rolled it back. */
export class TransactionLost extends Error {
  override readonly name = 'TransactionLost'

  constructor(cause?: QueryFailed) {
    super(
      cause
        ? `The database rolled back the whole transaction because a query in it failed (${cause.reason}). ` +
            'Do not catch the error inside the callback of transaction().'
        : 'The database rolled back the transaction because a query in it failed. Do not catch the error inside ' +
            'the callback of transaction(); run queries that may fail in a nested transaction().',
      { cause },
    )
  }
}

/** Thrown if the connection is lost during COMMIT: either all changes took effect, or no changes. */
export class CommitUncertain extends Error {
  override readonly name = 'CommitUncertain'

  constructor(cause: QueryFailed) {
    super(
      'The connection was lost during COMMIT. It is not known whether the transaction took effect; ' +
        'look for its rows before running it again.',
      { cause },
    )
  }
}
