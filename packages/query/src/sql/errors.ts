/** Thrown if the builder is called incorrectly. The message names the call, the problem and the fix. */
export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery'
}

/** Thrown if the database does not support a feature. */
export class NotSupported extends Error {
  override readonly name = 'NotSupported'
}
