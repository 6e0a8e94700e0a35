/** A builder call that cannot become a statement: the message says which call, what is wrong and what to write. */
export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery'
}

/** The object given as a connection is none of a supported driver's. */
export class UnknownConnection extends Error {
  override readonly name = 'UnknownConnection'

  constructor(driver: unknown) {
    const kind =
      typeof driver === 'object' && driver ? `a ${driver.constructor?.name}` : typeof driver
    super(
      `The connection is ${kind}, which no adapter knows. Give a Pool or Client of "pg", a PipelinedPool ` +
        'of "@fw/query/pg", an Sql of "postgres", a Pool or Connection of "mysql2/promise", a DatabaseSync ' +
        'of "node:sqlite", or the transaction that transaction() passes to its callback.',
    )
  }
}

/** The database cannot do what was asked, whatever the values. */
export class NotSupported extends Error {
  override readonly name = 'NotSupported'
}
