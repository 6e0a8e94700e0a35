import type { QueryFailed } from './query-failed.ts'

/** A query was sent on a transaction that had already been committed or rolled back. */
export class TransactionOver extends Error {
  override readonly name = 'TransactionOver'

  constructor() {
    super(
      'The transaction is over. Await every query inside the callback of transaction(), ' +
        'and do not use its argument afterwards.',
    )
  }
}

/** The database rolled the transaction back by itself, so it cannot be committed. */
export class TransactionLost extends Error {
  override readonly name = 'TransactionLost'

  constructor(cause?: QueryFailed) {
    super(
      'The transaction was rolled back by the database because a query in it failed' +
        `${cause ? ` (${cause.reason})` : ''}. Do not catch the error inside the callback of transaction(), ` +
        'or run queries that may fail in a nested transaction().',
      { cause },
    )
  }
}

/** The connection was lost during COMMIT: either all of the work took effect, or none. */
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
