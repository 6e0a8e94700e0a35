/** Thrown if the builder is called incorrectly. The message names the call, the problem and the fix. */
export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery'
}

/** Returns the error for a number that the database would reject or change. `index` is that of the parameter. */
export function cannotStore(value: number, index: number, database: string): InvalidQuery {
  return new InvalidQuery(
    `Parameter ${index + 1}: ${database} cannot store ${value}. Write null for NULL.`,
  )
}

/** Thrown if the database does not support a feature. */
export class NotSupported extends Error {
  override readonly name = 'NotSupported'
}
