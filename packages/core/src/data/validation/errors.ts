/** Thrown if a declared type cannot be created from data. Detected when the class is registered or first used. */
export class UnusableType extends Error {
  override readonly name = 'UnusableType'

  /** `location` names the class and parameter. */
  constructor(location: string, problem: string) {
    super(`${location}: ${problem}`)
  }
}

/**
 * Thrown if the target of a constraint or transform does not allow it. Detected when the class is registered or first
 * used.
 */
export class MisplacedConstraint extends Error {
  override readonly name = 'MisplacedConstraint'

  constructor(location: string, problem: string) {
    super(`${location}: ${problem}`)
  }
}

/**
 * Thrown if the declared JSON conversion of a class is invalid. Detected when the conversion is declared, or when the
 * class is registered or first used.
 */
export class UnusableForm extends Error {
  override readonly name = 'UnusableForm'

  constructor(owner: string, at: string, problem: string) {
    super(`${owner}${at && ` (${at})`}: ${problem}`)
  }
}

/** Thrown if a `@Check` method is declared incorrectly. Detected when the class is registered or first used. */
export class InvalidCheck extends Error {
  override readonly name = 'InvalidCheck'

  /** `owner` is `Class.method`. */
  constructor(owner: string, at: string, problem: string) {
    super(`${owner}${at && ` (${at})`}: ${problem}`)
  }
}

/** Thrown if the `@Check` methods of a hydrated class cannot run in this call. */
export class ChecksCannotRun extends Error {
  override readonly name = 'ChecksCannotRun'

  /** `check` is `Class.method`. */
  constructor(check: string, why: 'services' | 'waiting' | 'container') {
    super(
      {
        services: `${check} needs services. Use await new Hydrator(container).hydrateAsync(…).`,
        waiting: `${check} is asynchronous, but hydrate is not. Use await new Hydrator(container).hydrateAsync(…).`,
        container: `${check} needs services. Give the Hydrator a container: new Hydrator(container).`,
      }[why],
    )
  }
}
