/** Thrown if a required configuration value is not set. */
export class ConfigValueMissing extends Error {
  override readonly name = 'ConfigValueMissing'
  readonly key: string

  constructor(key: string, expected: string, sources: readonly string[]) {
    super(`${key} is not set. Expected ${expected}. Set ${key}=… in ${sources.join(' or ')}.`)
    this.key = key
  }
}

/** Thrown if a configuration value is invalid. The message does not contain the value, because it may be a secret. */
export class ConfigValueInvalid extends Error {
  override readonly name = 'ConfigValueInvalid'
  readonly key: string

  constructor(key: string, expected: string, source: string) {
    super(`${key} has an invalid value. Expected ${expected}. Found in ${source}.`)
    this.key = key
  }
}
