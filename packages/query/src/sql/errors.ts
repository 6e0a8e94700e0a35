/** Thrown if the builder, or another function of this package, is called incorrectly. */
export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery'
}

/** Returns the error for a number that the database would reject or change. `index` is the index of the parameter. */
export function cannotStore(value: number, index: number, database: string): InvalidQuery {
  return new InvalidQuery(
    `Parameter ${index + 1}: ${database} cannot store ${value}. Write null for NULL.`,
  )
}

/** Thrown if the database does not support a feature. */
export class NotSupported extends Error {
  override readonly name = 'NotSupported'
}
