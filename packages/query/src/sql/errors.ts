/** A builder call that cannot become a statement: the message says which call, what is wrong and what to write. */
export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery'
}

/** The database cannot do what was asked, whatever the values. */
export class NotSupported extends Error {
  override readonly name = 'NotSupported'
}
