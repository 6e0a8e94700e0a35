/** A declared type cannot be created from request data. Raised when the class is registered. */
export class UnusableType extends Error {
  override readonly name = 'UnusableType'

  /** `location` names class and parameter. */
  constructor(location: string, problem: string) {
    super(`${location}: ${problem}`)
  }
}

/** A constraint cannot be checked on the value that it is declared for. Raised when the class is registered. */
export class MisplacedConstraint extends Error {
  override readonly name = 'MisplacedConstraint'

  constructor(location: string, problem: string) {
    super(`${location}: ${problem}`)
  }
}

/** The JSON form of a class is declared in an invalid way. Raised when the class is registered, or when it is declared. */
export class UnusableForm extends Error {
  override readonly name = 'UnusableForm'

  constructor(owner: string, at: string, problem: string) {
    super(`${owner}${at && ` (${at})`}: ${problem}`)
  }
}

/** A check of a class is declared in an invalid way. Raised when the class is registered. */
export class InvalidCheck extends Error {
  override readonly name = 'InvalidCheck'

  /** `owner` is the `Class.method`. */
  constructor(owner: string, at: string, problem: string) {
    super(`${owner}${at && ` (${at})`}: ${problem}`)
  }
}

/** The checks of a hydrated class cannot run in this call. */
export class ChecksCannotRun extends Error {
  override readonly name = 'ChecksCannotRun'

  /** `check` is the `Class.method`. */
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
