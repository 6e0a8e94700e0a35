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

/** A row of the database does not fit the class it was to become. */
export class InvalidRow extends Error {
  override readonly name = 'InvalidRow'
  /** The name of the class. */
  readonly className: string
  /** The number of the row in its result, from 0. */
  readonly row: number
  /** What is wrong, by the parameter of the class. */
  readonly errors: Readonly<Record<string, readonly string[]>>

  constructor(
    className: string,
    row: number,
    errors: Readonly<Record<string, readonly string[]>>,
    columns: readonly string[],
  ) {
    const problems = Object.entries(errors).map(([key, messages]) => `${key} ${messages.join(' ')}`)
    super(
      `${className} cannot be built from row ${row}: ${problems.join('; ')} The row has the columns ` +
        `${columns.join(', ')}; select('column as parameter') gives one another name.`,
    )
    this.className = className
    this.row = row
    this.errors = errors
  }
}
