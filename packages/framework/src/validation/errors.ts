/** A declared type cannot be filled from a request. Raised when the class is registered. */
export class UnusableType extends Error {
  override readonly name = 'UnusableType'

  /** `place` names class and parameter. */
  constructor(place: string, problem: string) {
    super(`${place}: ${problem}`)
  }
}

/** A constraint stands where it cannot be checked. Raised when the class is registered. */
export class MisplacedConstraint extends Error {
  override readonly name = 'MisplacedConstraint'

  constructor(place: string, problem: string) {
    super(`${place}: ${problem}`)
  }
}
