/** Thrown if two configuration keys contradict each other. */
export class ConfigConflict extends Error {
  override readonly name = 'ConfigConflict'
  readonly key: string

  /** The default message is for two keys that configure the same setting with different values. */
  constructor(
    key: string,
    other: string,
    message = `${key} and ${other} differ. Keep one of them, or give both the same value.`,
  ) {
    super(message)
    this.key = key
  }
}
