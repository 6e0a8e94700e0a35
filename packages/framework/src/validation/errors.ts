/** A declared type cannot be filled from a request. Raised when the class is registered. */
export class UnusableType extends Error {
  override readonly name = 'UnusableType'

  /** `location` names class and parameter. */
  constructor(location: string, problem: string) {
    super(`${location}: ${problem}`)
  }
}

/** A constraint stands where it cannot be checked. Raised when the class is registered. */
export class MisplacedConstraint extends Error {
  override readonly name = 'MisplacedConstraint'

  constructor(location: string, problem: string) {
    super(`${location}: ${problem}`)
  }
}

/** What JSON is to show of a class cannot be followed. Raised when the class is registered, or when it is declared. */
export class UnusableForm extends Error {
  override readonly name = 'UnusableForm'

  constructor(owner: string, at: string, problem: string) {
    super(`${owner}${at && ` (${at})`}: ${problem}`)
  }
}

/** A check of a class cannot run as it is declared. Raised when the class is registered. */
export class InvalidCheck extends Error {
  override readonly name = 'InvalidCheck'

  /** `owner` is the `Class.method`. */
  constructor(owner: string, at: string, problem: string) {
    super(`${owner}${at && ` (${at})`}: ${problem}`)
  }
}

/** A class was hydrated where its checks cannot run. */
export class ChecksCannotRun extends Error {
  override readonly name = 'ChecksCannotRun'

  /** `check` is the `Class.method`. */
  constructor(check: string, why: 'services' | 'waiting' | 'container') {
    super(
      {
        services: `${check} takes services. Use await new Hydrator(container).hydrateAsync(…).`,
        waiting: `${check} waits, and hydrate cannot. Use await new Hydrator(container).hydrateAsync(…).`,
        container: `${check} takes services. Give the Hydrator a container: new Hydrator(container).`,
      }[why],
    )
  }
}
