/** A builder call that cannot become a statement: the message says which call, what is wrong and what to write. */
export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery'
}

/** The object given to `new Query()` or `transaction()` is none of the supported drivers' connections. */
export class UnknownConnection extends Error {
  override readonly name = 'UnknownConnection'
}
