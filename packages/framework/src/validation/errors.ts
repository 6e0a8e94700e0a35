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
